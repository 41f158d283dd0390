"""What is found only where the pages are served as people serve them: `companion serve`, a process of its own."""
