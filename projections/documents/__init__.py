"""Documents: the log and the sheets as files that people keep; `written` has all of them."""
