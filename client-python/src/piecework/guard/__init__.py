"""Runs that ask before they start and while they go on."""
