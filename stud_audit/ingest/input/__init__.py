"""From bytes on the disk to the texts of hands: files, archives, encodings, and where one hand ends."""
