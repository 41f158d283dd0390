"""The pages of the log: entries, reasons, corrections."""
