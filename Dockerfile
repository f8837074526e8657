FROM python:3.13-slim AS build

WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY normalization_rules normalization_rules
COPY urltree urltree
COPY service service
RUN python -m venv /opt/urltree && /opt/urltree/bin/pip install --no-cache-dir '.[service]'


FROM python:3.13-slim

COPY --from=build /opt/urltree /opt/urltree
RUN useradd --system --uid 10001 --no-create-home urltree && install --directory --owner=urltree /data

# Nothing is written but to /data, by the private Valkey of a service without URLTREE_REDIS_URL, and to /tmp.
ENV PATH=/opt/urltree/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    NICEGUI_STORAGE_PATH=/tmp/nicegui \
    URLTREE_DATA=/data \
    URLTREE_HOST=0.0.0.0 \
    URLTREE_PORT=8000
USER 10001
WORKDIR /tmp
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/live', timeout=4)"]

ENTRYPOINT ["urltree"]
CMD ["serve"]
