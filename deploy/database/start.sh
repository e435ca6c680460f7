#!/bin/sh
# Saves the admin account that the service logs in with, then serves. With no account at all, PocketBase would print a
# link with a superuser's token into the log.
set -eu

: "${DB_USER_EMAIL:?must be set}"
: "${DB_USER_PASSWORD:?must be set}"
data=${PB_DATA_DIR:-/data}
migrations=${PB_MIGRATIONS_DIR:-/migrations}
hooks=${PB_HOOKS_DIR:-/hooks}
listen=${PB_LISTEN:-0.0.0.0:8090}

# Every folder is named: the defaults lie beside the executable. Hooks are for the one command alone.
folders() {
  printf '%s\n' "--dir=$data" "--migrationsDir=$migrations" "--hooksDir=$1" "--publicDir=$data/no-public"
}

# What was printed, without the password.
without_password() {
  awk 'BEGIN { secret = ENVIRON["DB_USER_PASSWORD"] }
    {
      rest = $0
      shown = ""
      while ((at = index(rest, secret)) > 0) {
        shown = shown substr(rest, 1, at - 1) "[password]"
        rest = substr(rest, at + length(secret))
      }
      print shown rest
    }'
}

umask 077
IFS='
'
# The command takes the account from the environment: the arguments of a process are visible to others.
# shellcheck disable=SC2046 # one option a line
output=$(pocketbase save-superuser $(folders "$hooks") --dev=false 2>&1) || true
if ! printf '%s\n' "$output" | grep -q 'saved$'; then
  echo 'PocketBase did not save the account of DB_USER_EMAIL and DB_USER_PASSWORD. It printed:' >&2
  printf '%s\n' "$output" | without_password >&2
  exit 1
fi
unset output
unset DB_USER_EMAIL DB_USER_PASSWORD
# shellcheck disable=SC2046
exec pocketbase serve "--http=$listen" $(folders "$data/no-hooks") --dev=false --automigrate=false --hooksWatch=false
