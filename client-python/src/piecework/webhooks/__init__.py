"""Verification of webhooks."""
