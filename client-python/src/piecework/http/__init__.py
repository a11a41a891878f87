"""Requests to the service: one exchange, its retries, and lists."""
