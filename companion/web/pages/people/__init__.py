"""The pages of people: the list of guests, joining, and seats."""
