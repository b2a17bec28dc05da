"""Moderation: bans, blocks, mutes and reports."""
