"""The REST API, a module per resource; errors.py turns every error into a problem document."""

from service.api.blueprint import api
from service.api.errors import register_errors
from service.api.health import health

__all__ = ["api", "health", "register_errors"]
