"""The visitor of a request: who asks, what they may do, the campaign they see, the errors they are shown."""
