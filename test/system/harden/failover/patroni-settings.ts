/** What Patroni, PostgreSQL and HAProxy are told, as docs/scaling.md advises. */

/** The seconds after which a primary that does not renew its lease is replaced; Patroni takes no less. */
export const ttlSeconds = 20;

/** Patroni wants `loop_wait + 2 * retry_timeout <= ttl`. */
const loopSeconds = 5;
const retrySeconds = 5;

const superuser = 'postgres';

/** Where one of the nodes is. */
export type NodeAddress = {
  readonly name: string;
  readonly dataDir: string;
  readonly folder: string;
  readonly port: number;
  readonly restPort: number;
};

/** The name of the account and of the database of the service. */
export const serviceName = 'portcullis';

/** The address at which the superuser reaches a server. */
export const adminUrl = (port: number): string => `postgres://${superuser}@127.0.0.1:${port}/postgres`;

const clusterSettings = {
  ttl: ttlSeconds,
  loop_wait: loopSeconds,
  retry_timeout: retrySeconds,
  // What was acknowledged is at two nodes, so that no promotion loses it.
  synchronous_mode: true,
  // A primary that reaches every other node stays one while etcd cannot agree.
  failsafe_mode: true,
  // The node is replaced at once where its PostgreSQL crashed, instead of waiting for its recovery.
  primary_start_timeout: 0,
  master_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: { wal_log_hints: 'on', max_connections: 100, wal_keep_size: '256MB', shared_buffers: '64MB' },
  },
};

/** The configuration of Patroni for a node. It is JSON, which every parser of YAML reads. */
export const patroniSettings = (node: NodeAddress, etcdHosts: readonly string[], postgresBin: string): string =>
  JSON.stringify({
    scope: serviceName,
    name: node.name,
    log: { level: 'INFO', dir: node.folder, file_num: 1, file_size: 50_000_000 },
    restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
    // Over the third interface of etcd, Patroni 3.0.2 lets a primary that was stopped take its lease from the one that
    // has replaced it meanwhile, and writes are lost (https://github.com/patroni/patroni/pull/2689).
    etcd: { hosts: etcdHosts },
    bootstrap: { dcs: clusterSettings, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'] },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: node.dataDir,
      bin_dir: postgresBin,
      pgpass: `${node.folder}/pgpass`,
      authentication: { superuser: { username: superuser }, replication: { username: superuser } },
      parameters: { unix_socket_directories: '', logging_collector: 'on', log_directory: node.folder },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    watchdog: { mode: 'off' },
  });

/** The configuration of HAProxy: the connections of a server that is not the primary any more are closed. */
export const haproxySettings = (port: number, nodes: readonly NodeAddress[]): string =>
  [
    'global',
    '  maxconn 400',
    'defaults',
    '  mode tcp',
    '  retries 1',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 1s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ name, port: at, restPort }) => `  server ${name} 127.0.0.1:${at} check port ${restPort}`),
    '',
  ].join('\n');
