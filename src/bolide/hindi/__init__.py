"""METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010), for Hindi and for other Indian languages by configuration.

One file per language in `languages/` has everything specific to it; nothing here names a language. Loaded only when a language with the
preset `meteor-hindi` is scored.
"""
