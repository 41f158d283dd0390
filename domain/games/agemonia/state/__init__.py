"""What an Agemonia table knows: the campaign, the scenario at hand, and who may see what of it."""
