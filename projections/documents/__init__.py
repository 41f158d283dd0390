"""Documents: the log and the sheets as files."""
