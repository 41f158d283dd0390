"""The companion: command line and web pages over the campaigns of one store."""
