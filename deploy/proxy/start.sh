#!/bin/sh
# Starts Caddy, unless an authority of the internet is asked for certificates of names that none certifies.
set -eu

domain=${DOMAIN:-localhost}
case ${PROXY_TLS:-} in
  *@*)
    case ".${domain%:*}" in
      *.localhost | *.local | *.internal | *.home.arpa)
        printf '%s\n' "PROXY_TLS is an address for ACME, which certifies no name below $domain: leave it empty." >&2
        exit 1
        ;;
    esac
    ;;
esac
exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile
