"""The web: pages for people and an API for programs, in six packages; each imports only those named after it.

`application` puts the others together and serves them. `api` answers programs, `pages` people. `rendering` has what
pages share, `visitors` who asks and what they may see, `network` the servers and their limits.
"""
