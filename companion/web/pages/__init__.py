"""The pages, a package for each subject, and the stream of their live updates."""
