"""The network: the servers, their limits, the queue of slow work, proxies, and access from other computers."""
