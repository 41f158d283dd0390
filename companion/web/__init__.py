"""The web pages: the application, and a package for each group of pages."""
