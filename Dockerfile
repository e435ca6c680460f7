# syntax=docker/dockerfile:1

# The images of the service (the last target), of its pages and of its backups; docs/deployment/README.md says what each
# holds. The version of Node is the one that the tests were run with, beside the oldest that is supported (20.19).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG NGINX_IMAGE=nginx:1.28.0-alpine-slim@sha256:39a9a15e0a81914a96fa9ffa980cdfe08e2e5e73ae3424f341ad1f470147c413
FROM ${NODE_IMAGE} AS base

# Compiles everything, with every development dependency, and bundles it without source maps, sandbox and simulated providers.
FROM base AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run build -- --image

# The page of a person, for one API: its address (PUBLIC_URL), and variables of the service, the region and the endpoint
# of the device check where it has one.
FROM build AS page
ARG API_URL=https://api.localhost
ARG CLOUD_REGION
ARG FINGERPRINT_AGENT_ENDPOINT
RUN node tools/page-folder.mjs --to /page --api "${API_URL}" \
      ${CLOUD_REGION:+--liveness-region "${CLOUD_REGION}"} \
      ${FINGERPRINT_AGENT_ENDPOINT:+--agent-endpoint "${FINGERPRINT_AGENT_ENDPOINT}"}

FROM build AS console
RUN node tools/console-folder.mjs --to /page

# Serves the files of a page as a user without rights. The root file system may be read-only, beside /tmp.
FROM ${NGINX_IMAGE} AS pages
ARG NGINX_IMAGE
ARG IMAGE_VERSION=0.1.0
ARG IMAGE_REVISION=unknown
ARG IMAGE_CREATED=unknown
ARG IMAGE_SOURCE=unknown
LABEL org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${IMAGE_VERSION}" \
      org.opencontainers.image.revision="${IMAGE_REVISION}" \
      org.opencontainers.image.created="${IMAGE_CREATED}" \
      org.opencontainers.image.source="${IMAGE_SOURCE}" \
      org.opencontainers.image.base.name="${NGINX_IMAGE}"
COPY deploy/pages/nginx.conf /etc/nginx/nginx.conf
USER nginx
EXPOSE 80
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=5s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1/healthz"]
ENTRYPOINT ["nginx"]

FROM pages AS web-app
LABEL org.opencontainers.image.title="Portcullis web app" \
      org.opencontainers.image.description="The page on which a person shows a document and a face"
COPY deploy/pages/web-app.conf /etc/nginx/site.conf
COPY --from=page /page /page

FROM pages AS admin-portal
LABEL org.opencontainers.image.title="Portcullis admin portal" \
      org.opencontainers.image.description="The console of the staff"
COPY deploy/pages/admin-portal.conf /etc/nginx/site.conf
COPY --from=console /page /page

# The manifests alone, so that a change of code does not install anything again.
FROM base AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN find packages -type f ! -name package.json -delete \
 && find packages -type d -empty -delete

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

# The commands that copy the database, and a folder for them, from which a new volume takes its owner.
FROM service AS backup
LABEL org.opencontainers.image.title="Portcullis backups" \
      org.opencontainers.image.description="The commands that back Portcullis up"
RUN install -d -o node -g node -m 0700 /backups
USER node
ENTRYPOINT ["node", "packages/cli/bin/portcullis.mjs"]
CMD ["backup", "--to", "/backups"]

# The root file system may be read-only, and everything else belongs to root.
FROM service AS backend-api
USER node
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT || 9000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/app/bundle/main.js"]
