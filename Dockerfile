# The API and the loader in one image: the same code reads and writes the index.
# Two stages: what builds stays behind. Nothing is fetched once it is built.

FROM python:3.11-slim-bookworm AS build

# Empty: pip's own index. PIP_INDEX_URL names a mirror; with PIP_NO_INDEX=1 only the folder wheels/ is used, if there is one
# (docs/operations.md). Neither can bring in another package than the lock's: each one's hash is checked.
ARG PIP_INDEX_URL=
ARG PIP_NO_INDEX=
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore

# The lock alone first: as long as it stays the same, a change of the code does not install anything again.
COPY requirements.lock wheels* /wheels/
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --require-hashes --only-binary=:all: \
        --find-links=/wheels --requirement=/wheels/requirements.lock

WORKDIR /app
COPY mappings mappings
COPY sample sample
COPY scripts scripts
COPY service service
# The cleaned dictionary of the cross-language search: seconds here, or at each start.
RUN HOME=/app /opt/venv/bin/python -c "from service.expansion import Dictionary; Dictionary().table()"
# Readable by every user whatever the umask of the checkout; compiled, as nothing can be written at run time.
RUN chmod -R u=rwX,go=rX /app \
    && python -m compileall -q --invalidation-mode unchecked-hash service scripts


FROM python:3.11-slim-bookworm

LABEL org.opencontainers.image.title="lunwen" \
      org.opencontainers.image.description="Faceted search of academic papers in Chinese and English, on Elasticsearch" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"

# HOME is where the dictionary was put.
ENV HOME=/app \
    HOST=0.0.0.0 \
    PATH=/opt/venv/bin:$PATH \
    PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=/app \
    PYTHONUNBUFFERED=1

# A fixed number, so that the owner of files on volumes means the same in every version of the image.
RUN groupadd --gid 10001 lunwen \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin lunwen \
    && install --directory --owner=lunwen --group=lunwen /reports

COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app

WORKDIR /app
USER 10001:10001
EXPOSE 8000

# http.client and not urllib: a proxy set in the environment must not be asked for our own address.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, sys, http.client as h; c = h.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=4); c.request('GET', '/livez'); sys.exit(c.getresponse().status != 200)"]

CMD ["gunicorn", "--config", "service/gunicorn.conf.py"]
