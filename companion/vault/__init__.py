"""The vault: the campaign file as a file: who may read it, how it is copied and replaced, what was its newest entry."""
