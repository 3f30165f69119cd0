"""From bytes to hands: decoding, splitting, grammars, dialects. The only importer of lark."""
