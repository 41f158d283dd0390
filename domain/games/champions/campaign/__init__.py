"""A campaign of linked scenarios: what is played when, what its log says, and what heroes take along (战役)."""
