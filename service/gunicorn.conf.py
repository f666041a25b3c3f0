"""gunicorn: two processes with a few threads each; threads wait for the engine, processes share the cores.

Every number can be set from the environment; see service.settings.
"""

import sys

from service.errors import ConfigurationError
from service.settings import Settings

try:
    _settings = Settings.from_environment()
except ConfigurationError as error:
    sys.exit(f"error: {error.detail}")

wsgi_app = "service.app:create_app()"
bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "gthread"
threads = _settings.threads
# Longer than the engine is waited for, so that a slow search ends as a problem document and not as a dead worker.
timeout = int(_settings.request_timeout * 2) + 10
graceful_timeout = int(_settings.request_timeout) + 5
keepalive = 5
# Behind a proxy that keeps connections, a worker's memory can't creep for ever.
max_requests = 100_000
max_requests_jitter = 10_000
limit_request_line = 8190
limit_request_fields = 60
accesslog = None
# Nobody steers a running server through a socket in the home folder.
control_socket_disable = True
loglevel = _settings.log_level.lower()
