"""What programs ask for under `/api`: the same campaigns as the pages, by the same rules, as JSON."""
