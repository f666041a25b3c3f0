"""What the web page shows: wording, addresses and views that the templates print. Pure; pages.py is its room of flask.

Templates and static files lie beside these modules; there is no build step.
"""
