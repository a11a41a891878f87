# One image for every role. Runs as an unprivileged user; keeps its state in /data (the embedded
# PostgreSQL) or in the PostgreSQL that DATABASE_URL names.
FROM node:26-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
RUN npm ci --omit=dev --no-audit --no-fund

# The pages need their libraries only while they are built.
FROM node:26-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY client/package.json client/
COPY web/package.json web/
RUN npm ci --workspace web --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json openapi.json ./
COPY docs docs
COPY client/README.md client/VERSIONS.md client/
COPY client-python/README.md client-python/VERSIONS.md client-python/
COPY web web
RUN node web/build/run.ts

FROM node:26-bookworm-slim
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin piecework \
  && install -d -o piecework -g piecework /data
WORKDIR /app
COPY --from=install /app/node_modules node_modules
COPY package.json LICENSE ./
COPY server server
COPY docs docs
COPY client/README.md client/VERSIONS.md client/
COPY client-python/README.md client-python/VERSIONS.md client-python/
COPY --from=pages /app/web/dist web/dist
# What npm could not put beside the rest.
COPY --from=install /app/server/node_modules server/node_modules
USER piecework
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
EXPOSE 8080
VOLUME /data
# Whatever its role, a container listens on one of the two.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "const { PORT, WORKER_PORT } = process.env; const ask = async (port) => { if (!(await fetch(`http://127.0.0.1:${port}/healthz`)).ok) throw port }; Promise.any([ask(PORT), ask(WORKER_PORT || Number(PORT) + 1)]).then(() => process.exit(0), () => process.exit(1))"]
# Node is the first process, so it gets the SIGTERM of `docker stop` and stops cleanly.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=128", "server/src/cli.ts"]
CMD ["serve"]
