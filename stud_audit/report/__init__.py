"""The dataset: tables, manifest, and frames. The only package that imports pyarrow and pandas."""
