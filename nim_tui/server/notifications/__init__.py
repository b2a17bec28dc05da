"""Notifications of absent players: mail, webhooks, web push and feeds."""
