"""The colours that belong to one game, or to the pictures of home.

They stand apart from the screens, so that an app knows all colours without loading all games.
"""
