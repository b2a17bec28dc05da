"""Notifications of people who are away: mail, webhooks, web push and feeds."""
