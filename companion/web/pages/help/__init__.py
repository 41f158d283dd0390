"""The pages of help, hints and problem reports."""
