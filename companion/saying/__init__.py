"""A few typed words, understood as what can be recorded: events with their fields filled in, best first."""
