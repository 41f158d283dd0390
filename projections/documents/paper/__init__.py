"""Documents on paper: PDF, set by a program of its own, with only what is worth ink."""
