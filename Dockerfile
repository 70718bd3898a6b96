# The service in a container: see docs/container.md. Nothing is downloaded after the build.
# Python is the version that the tests run with, and so are the packages (constraints.txt).
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
COPY models/default models/default
RUN python -m venv /opt/paperformer \
 && /opt/paperformer/bin/pip install --no-cache-dir -c constraints.txt '.[postgres,einvoice,msg,mcp]'

FROM python:3.11-slim-bookworm
RUN groupadd --gid 10001 paperformer \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin paperformer \
 && install -d -o paperformer -g paperformer -m 0700 /data
COPY --from=build /opt/paperformer /opt/paperformer
# Modules were compiled by pip; the root may be read-only.
ENV PATH=/opt/paperformer/bin:$PATH HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /data
EXPOSE 8000
# /readyz answers 503 with its reason where documents cannot be accepted and read; urlopen raises then.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=8)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["paperformer"]
CMD ["serve", "--data", "/data", "--host", "0.0.0.0"]
