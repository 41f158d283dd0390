"""Tools for developers: message catalogues, reference pages, wheel and container. They are not installed."""
