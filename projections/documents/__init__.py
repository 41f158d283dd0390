"""Documents: the log and the sheets as files that people keep."""
