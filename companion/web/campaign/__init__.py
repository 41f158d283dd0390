"""The room Campaign: the list, one campaign, its content, files and charts."""
