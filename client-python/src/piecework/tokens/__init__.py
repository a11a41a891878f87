"""Token counts of providers, as a usage record has them."""
