"""The web pages: the frame that all share, and a room for each place that people go to."""
