import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { postgresClient } from '@portcullis/adapter-postgres';
import { startPostgres } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { accountForServer, type PostgresServer } from '#cli/sandbox/postgres-server';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { mustSucceed } from '../../support/run.ts';
import { postgresPrograms } from '../../support/servers/postgres-server.ts';
import { startRaw } from '../../support/servers/raw-server.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';

type Client = ReturnType<typeof postgresClient>;

const minuteMs = 60_000;

/** Asks a server whether the connection is encrypted, or answers why there is none. */
const connectionTo = async (url: string): Promise<string> => {
  const client = postgresClient({ url });
  const text = 'select ssl::int from pg_stat_ssl where pid = pg_backend_pid()';
  const asked = await client.read((session) => session.run({ text, values: [] }))();
  await client.close();
  if (E.isLeft(asked)) return String(asked.left.outageCause);
  return asked.right.rows[0]?.[0] === 1 ? 'encrypted' : 'in clear';
};

describe('the connection to a PostgreSQL with a certificate of its own', function () {
  this.timeout(60_000);
  if (postgresPrograms === null) {
    it('is left out, because no PostgreSQL was found here (POSTGRES_BIN)');
    return;
  }
  const programs = postgresPrograms;
  let folder = '';
  let server: PostgresServer;
  const at = (name: string): string => join(folder, name);
  /** The address of the server: under another name of this machine, and with these parameters. */
  const address = (parameters: string, host = '127.0.0.1'): string =>
    `${server.urlOf('postgres').replace('127.0.0.1', host)}?${parameters}`;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-tls-'));
    const account = accountForServer();
    const own = selfSigned();
    const other = selfSigned();
    for (const [name, text] of Object.entries({ key: own.key, 'own.pem': own.cert, 'other.pem': other.cert })) {
      writeFileSync(at(name), text, { mode: 0o600 });
      if (account !== null) chownSync(at(name), account.uid, account.gid);
    }
    const settings = { fsync: 'off', ssl: 'on', ssl_cert_file: at('own.pem'), ssl_key_file: at('key') };
    server = await startPostgres({ programs, folder, user: 'postgres', password: null, settings });
  });
  after(async () => {
    await server.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  });

  it('is encrypted where a tool has written a byte order mark before the certificate', async () => {
    writeFileSync(at('marked.pem'), `\uFEFF${readFileSync(at('own.pem'), 'utf8')}`);
    expect(await connectionTo(address(`sslmode=verify-full&sslrootcert=${at('marked.pem')}`))).to.equal('encrypted');
  });

  it('is encrypted where sslrootcert names who has signed the certificate', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await connectionTo(address(`sslmode=${mode}&sslrootcert=${at('own.pem')}`)), mode).to.equal('encrypted');
  });

  it('is refused where nobody who is trusted has signed it, whatever sslmode says but disable', async () => {
    for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'nonsense'])
      expect(await connectionTo(address(`sslmode=${mode}`)), mode).to.equal('tls_failed');
    expect(await connectionTo(address(`sslmode=verify-full&sslrootcert=${at('other.pem')}`))).to.equal('tls_failed');
  });

  it('is refused where the certificate is for another name', async () => {
    const named = address(`sslmode=verify-full&sslrootcert=${at('own.pem')}`, 'localhost');
    expect(await connectionTo(named)).to.equal('tls_failed');
  });

  it('is in clear on this machine itself and with disable, and nowhere else', async () => {
    expect(await connectionTo(address(''))).to.equal('in clear');
    expect(await connectionTo(address('sslmode=disable', '127.1'))).to.equal('in clear');
    // The same machine, under a name that may be that of any other one.
    expect(await connectionTo(address('', '127.1'))).to.equal('tls_failed');
  });

  it('is refused where the server says that it has no encryption', async () => {
    // What a server of PostgreSQL answers to the question for TLS, in one byte.
    const plain = await startRaw((socket) => socket.write('N'));
    const url = `postgres://postgres@127.0.0.1:${plain.port}/postgres?sslmode=verify-full`;
    const asked = await connectionTo(url);
    await plain.close();
    expect(asked).to.equal('tls_failed');
  });
});

describePostgres('a connection of the pool of PostgreSQL', () => {
  const database = usePostgres();
  afterEach(() => mock.timers.reset());

  /** The process of the server behind a connection, on which so many minutes pass. */
  const serverOf = (client: Client, minutes: number): Promise<unknown> =>
    mustSucceed(
      client.read(async (session) => {
        const { rows } = await session.run({ text: 'select pg_backend_pid()', values: [] });
        mock.timers.tick(minutes * minuteMs);
        return rows[0]?.[0];
      }),
    );

  it('is replaced after 45 minutes, when nobody uses it', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const client = postgresClient({ url: database().url, maxConnections: 1, deadlineMs: 60 * minuteMs });
    const first = await serverOf(client, 44);
    expect(await serverOf(client, 1)).to.equal(first);
    const second = await serverOf(client, 0);
    expect(second).not.to.equal(first);
    expect([await serverOf(client, 0), client.connections()]).to.deep.equal([second, 2]);
    await client.close();
  });
});
