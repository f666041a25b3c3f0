"""gunicorn: two processes with a few threads each; threads wait for the engine, processes share the cores.

Every number can be set from the environment; see service.settings. Of our code the master imports only what is needed here, so
that a reload (HUP) takes a new release.
"""

import gc
import os
import shutil
import sys
import tempfile
from itertools import count
from pathlib import Path

from service.errors import ConfigurationError
from service.settings import Settings
from service.worker import LONGEST_HEADER, LONGEST_LINE, MOST_HEADERS, Worker

try:
    _settings = Settings.from_environment()
except ConfigurationError as error:
    sys.exit(f"error: {error.detail}")

wsgi_app = "service.app:create_app()"
bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = Worker
threads = _settings.threads
# Longer than the engine is waited for, so that a slow search ends as a problem document and not as a dead worker.
timeout = int(_settings.worker_timeout)
graceful_timeout = int(_settings.request_timeout) + 5
keepalive = 5
# Behind a proxy that keeps connections, a worker's memory can't creep for ever.
max_requests = 100_000
max_requests_jitter = 10_000
limit_request_line = LONGEST_LINE
limit_request_fields = MOST_HEADERS
limit_request_field_size = LONGEST_HEADER
accesslog = None
# Nobody steers a running server through a socket in the home folder.
control_socket_disable = True
loglevel = _settings.log_level.lower()

# Where the workers share their metrics: the same through all reloads of one server, and no other's.
_OURS = "lunwen-metrics-"
_own_folder = Path(tempfile.gettempdir(), f"{_OURS}{os.getuid()}-{os.getpid()}")
_given = _settings.metrics_folder
# What an earlier server left in the environment when it was replaced is not given by anybody.
_folder = Path(_given) if _given and not Path(_given).name.startswith(_OURS) else _own_folder
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={_folder}"]


def on_starting(_server):
    """Makes the folder of the metrics, and empties it of those of another server."""
    _folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = _folder.lstat()
    if _folder.is_symlink() or status.st_uid != os.getuid():
        sys.exit(f"error: {_folder} belongs to somebody else; name another folder with PROMETHEUS_MULTIPROC_DIR")
    for path in _folder.glob("*.db"):
        path.unlink()


def pre_fork(server, worker):
    """Gives the worker the lowest number that is free: its successor will go on with its metrics."""
    taken = {other.place for other in server.WORKERS.values()}
    worker.place = next(number for number in count() if number not in taken)


def post_fork(_server, worker):
    """Before the application is made."""
    from service.api import metrics

    metrics.share(worker.place)


def post_worker_init(worker):
    """Reads the dictionary before the first request has to wait for it (0.8 s), and says that all this is no garbage.

    Python would look through it again every few requests: 3.3 ms a search with it, 3.0 without (processor time, on average).
    """
    worker.wsgi.extensions["searcher"].expander.expand(["词"])
    gc.collect()
    gc.freeze()
    # A search makes some 5,000 objects and leaves none in circles: seven looks at them, 0.3 ms of 3.9, are six too many.
    gc.set_threshold(20_000, 50, 100)


def child_exit(_server, worker):
    """What was in progress in a dead worker is so no more."""
    for path in _folder.glob(f"gauge_live*_{worker.place}.db"):
        path.unlink()


def on_exit(_server):
    """Removes the folder of the metrics, if it is ours."""
    if _folder == _own_folder:
        shutil.rmtree(_folder, ignore_errors=True)
