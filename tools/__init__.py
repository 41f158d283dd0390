"""Developers' tools: the catalogues and the generated pages of docs/. They are not installed."""
