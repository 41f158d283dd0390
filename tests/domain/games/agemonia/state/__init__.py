"""The state of a campaign of Agemonia."""
