#!/bin/sh
# Saves the admin account that the service logs in with, then serves. With no account at all, PocketBase would print a
# link with a superuser's token into the log.
set -eu

: "${DB_USER_EMAIL:?must be set}"
: "${DB_USER_PASSWORD:?must be set}"
data=${PB_DATA_DIR:-/data}
migrations=${PB_MIGRATIONS_DIR:-/migrations}
listen=${PB_LISTEN:-0.0.0.0:8090}

# Every folder is named: the defaults lie beside the executable.
folders() {
  set -- "--dir=$data" "--migrationsDir=$migrations" "--hooksDir=$data/no-hooks" "--publicDir=$data/no-public"
  printf '%s\n' "$@"
}

umask 077
IFS='
'
# shellcheck disable=SC2046 # one option a line
pocketbase superuser upsert $(folders) --dev=false -- "$DB_USER_EMAIL" "$DB_USER_PASSWORD" >/dev/null
unset DB_USER_PASSWORD
# shellcheck disable=SC2046
exec pocketbase serve "--http=$listen" $(folders) --dev=false --automigrate=false --hooksWatch=false
