"""The field in which somebody says what happened: what it may mean, as a page, and as a part of one for scripts."""
