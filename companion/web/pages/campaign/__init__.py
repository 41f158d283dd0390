"""The pages of campaigns: the list, one campaign, its content, files and charts."""
