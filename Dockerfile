# syntax=docker/dockerfile:1

# The version of Node that the tests were run with, beside the oldest one that is supported (20.19). A build that can be
# repeated names the digest too: docs/deployment/README.md says where it is taken from.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS base

# Compiles everything, with every development dependency, and bundles it without source maps, sandbox and simulated providers.
FROM base AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run build -- --image

# The manifests alone, so that a change of code does not install anything again.
FROM base AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN find packages -type f ! -name package.json -delete

# Production dependencies of the service alone: neither the tests' nor the sandbox's database.
FROM base AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --no-audit --no-fund \
      --workspace=@portcullis/cli --include-workspace-root=false \
 && find node_modules -name '*.map' -type f -delete

FROM base AS service
ARG NODE_IMAGE
ARG IMAGE_VERSION=0.1.0
ARG IMAGE_REVISION=unknown
ARG IMAGE_CREATED=unknown
ARG IMAGE_SOURCE=unknown
LABEL org.opencontainers.image.title="Portcullis" \
      org.opencontainers.image.description="Self-hosted identity verification" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${IMAGE_VERSION}" \
      org.opencontainers.image.revision="${IMAGE_REVISION}" \
      org.opencontainers.image.created="${IMAGE_CREATED}" \
      org.opencontainers.image.source="${IMAGE_SOURCE}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
# Two arenas: threads that read documents come and go, and glibc would keep the memory of each (900 MB instead of 240 after many).
# A fixed threshold: what pictures took goes back to the system at once, where glibc would learn to keep it (30 MB instead of 600 after some).
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=build /build/packages/app/bundle packages/app/bundle
COPY --from=build /build/packages/app/bin packages/app/bin
COPY --from=build /build/packages/cli/bundle packages/cli/bundle
COPY --from=build /build/packages/cli/bin packages/cli/bin

# The one folder that is written: for the key file, where DATA_KEYS is not set. A new volume takes its owner from it.
RUN install -d -o node -g node -m 0700 /var/lib/portcullis/keys
ENV DATA_KEYS_FILE=/var/lib/portcullis/keys/data-keys

# The root file system may be read-only, and everything else belongs to root.
USER node
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT || 9000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/app/bundle/main.js"]
