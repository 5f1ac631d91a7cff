"""A page in the browser and a small HTTP interface, for this machine only: `bolide serve`.

`requests` checks requests, `responses` answers them, and `server` decides whom to answer. Nothing is stored.
"""
