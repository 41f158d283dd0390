"""The state of an Agemonia table: the campaign, the current scenario, and its secrets."""
