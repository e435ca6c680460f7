#!/bin/sh
# Saves the accounts of the administrator (DB_ADMIN_…) and of the service (DB_USER_…), then serves. With no account at
# all, PocketBase would print a link with a superuser's token into the log. `start-database migrate` applies the
# migrations and ends.
set -eu

refuse() {
  printf '%s\n' "$1" >&2
  exit 1
}

admin_email=${DB_ADMIN_EMAIL:-}
admin_password=${DB_ADMIN_PASSWORD:-}
user_email=${DB_USER_EMAIL:-}
user_password=${DB_USER_PASSWORD:-}
encryption_key=${DB_ENCRYPTION_KEY:-}
unset DB_ADMIN_EMAIL DB_ADMIN_PASSWORD DB_USER_EMAIL DB_USER_PASSWORD DB_ENCRYPTION_KEY

data=${PB_DATA_DIR:-/data}
migrations=${PB_MIGRATIONS_DIR:-/migrations}
hooks=${PB_HOOKS_DIR:-/hooks}
listen=${PB_LISTEN:-0.0.0.0:8090}

[ "${1:-}" = migrate ] || [ -n "$admin_email$user_email" ] ||
  refuse 'DB_ADMIN_EMAIL and DB_ADMIN_PASSWORD, or DB_USER_EMAIL and DB_USER_PASSWORD, must be set.'
if [ "$admin_email" = "$user_email" ] && [ "$admin_password" != "$user_password" ]; then
  refuse 'DB_ADMIN_EMAIL and DB_USER_EMAIL are one account, which has one password.'
fi

# PocketBase takes a key of exactly 32 bytes (AES-256). A longer one is shortened to 32 hex digits of its SHA-256.
encryption=--encryptionEnv=
if [ -n "$encryption_key" ]; then
  length=$(printf %s "$encryption_key" | wc -c)
  [ "$length" -ge 32 ] || refuse 'DB_ENCRYPTION_KEY must have 32 characters or more.'
  if [ "$length" -gt 32 ]; then
    encryption_key=$(printf %s "$encryption_key" | sha256sum | cut -c1-32)
  fi
  export PB_SETTINGS_KEY="$encryption_key"
  encryption=--encryptionEnv=PB_SETTINGS_KEY
fi

# Every folder is named: the defaults lie beside the executable. Hooks are for the one command alone. The folders that
# are never there are outside of the data, where a restored backup could have put hooks, which would run.
options() {
  printf '%s\n' "--dir=$data" "--migrationsDir=$migrations" "--hooksDir=$1" "--publicDir=/no-public" "$encryption"
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

# Saves one account: the beginning of its variables' names, its address and its password.
save() {
  [ -n "$2" ] && [ -n "$3" ] || refuse "$1_EMAIL and $1_PASSWORD must be set together."
  # The command takes the account from the environment: the arguments of a process are visible to others.
  output=$(
    export DB_USER_EMAIL="$2" DB_USER_PASSWORD="$3"
    # shellcheck disable=SC2046 # one option a line
    pocketbase save-superuser $(options "$hooks") --dev=false 2>&1
  ) || true
  printf '%s\n' "$output" | grep -q 'saved$' && return
  echo "PocketBase did not save the account of $1_EMAIL and $1_PASSWORD. It printed:" >&2
  printf '%s\n' "$output" | (
    export DB_USER_PASSWORD="$3"
    without_password
  ) >&2
  case $output in
    *'encryption key'* | *'cipher:'*) refuse 'DB_ENCRYPTION_KEY is not the key of this database.' ;;
  esac
  exit 1
}

umask 077
IFS='
'
if [ "${1:-}" = migrate ]; then
  # shellcheck disable=SC2046
  exec pocketbase migrate up $(options /no-hooks) --dev=false --automigrate=false
fi
[ -z "$admin_email$admin_password" ] || save DB_ADMIN "$admin_email" "$admin_password"
[ -z "$user_email$user_password" ] || save DB_USER "$user_email" "$user_password"
unset output admin_password user_password encryption_key
# shellcheck disable=SC2046
exec pocketbase serve "--http=$listen" $(options /no-hooks) --dev=false --automigrate=false --hooksWatch=false
