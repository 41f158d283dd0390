"""The JSON API under `/api`: the same campaigns and rules as the pages."""
