import { readFileSync } from 'node:fs';
import type { PoolConfig } from 'pg';

export type PostgresOptions = {
  /**
   * `postgres://user:password@host:port/database`, with the parameters `sslmode` (`disable`, or any other, which counts
   * as `verify-full`), `sslrootcert` (a file with certificates) and `connections` (at most so many, 10 by default).
   * Without `sslmode` the connection is encrypted and the certificate verified, unless the server is on this machine.
   */
  readonly url: string;
  /** Milliseconds for one call of a request, including the wait for a connection and every repetition. */
  readonly deadlineMs?: number;
  /** Milliseconds for one call that transfers a file. */
  readonly fileDeadlineMs?: number;
  /** The maximum number of connections, unless the address has another one. */
  readonly maxConnections?: number;
};

const defaults = { deadlineMs: 5000, fileDeadlineMs: 30_000, maxConnections: 10 };

/** Seconds after which a connection is replaced: some engines close one after an hour. */
const maxLifetimeSeconds = 45 * 60;
const idleTimeoutMillis = 60_000;

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The certificates of a file, before which a tool may have written a byte order mark; OpenSSL would miss the first. */
const certificatesIn = (file: string): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '');

/** Whether the certificate of the server is verified, and by what; `false` without encryption. */
const tlsOf = (host: string, mode: string | null, rootFile: string | null): PoolConfig['ssl'] =>
  mode === 'disable' || (mode === null && isLocal(host))
    ? false
    : { rejectUnauthorized: true, ...(rootFile !== null && { ca: certificatesIn(rootFile) }) };

export type ConnectionOptions = {
  readonly pool: PoolConfig & { readonly max: number };
  readonly deadlineMs: number;
  readonly fileDeadlineMs: number;
};

/** The options of `pg`. It reads `PGOPTIONS` of the environment, and nothing else that would change what it does. */
export const connectionOptionsOf = (options: PostgresOptions): ConnectionOptions => {
  const { deadlineMs, fileDeadlineMs, maxConnections } = { ...defaults, ...options };
  const { hostname, port, username, password, pathname, searchParams } = new URL(options.url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const decodedPassword = decodeURIComponent(password);
  return {
    deadlineMs,
    fileDeadlineMs,
    pool: {
      host,
      port: port === '' ? 5432 : Number(port),
      user: decodeURIComponent(username),
      // An empty text would be filled by PGPASSWORD or a file of passwords, which are for other databases.
      password: () => decodedPassword,
      database: decodeURIComponent(pathname.slice(1)),
      ssl: tlsOf(host, searchParams.get('sslmode'), searchParams.get('sslrootcert')),
      max: Number(searchParams.get('connections') ?? maxConnections),
      maxLifetimeSeconds,
      idleTimeoutMillis,
      allowExitOnIdle: true,
      keepAlive: true,
      connectionTimeoutMillis: deadlineMs,
      application_name: 'portcullis',
    },
  };
};
