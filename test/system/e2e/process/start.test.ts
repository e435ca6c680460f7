import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { secretFor } from '../../../support/builders/secrets.ts';
import { inFull } from '../../../support/effort.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { adminAccount, fillDataFolder } from '../../../support/servers/pocketbase.ts';
import { type Program, startProgram } from '../../../support/servers/program.ts';
import {
  clientSecret,
  environmentOf,
  linesOf,
  listenerUrl,
  noVendors,
  unusedAddress,
  type Variables,
} from '../../../support/servers/service-program.ts';
import { startStub } from '../../../support/servers/stub-server.ts';

const read = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { ...init, headers: { ...init.headers, Connection: 'close' } });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

/** The events of a program without its calls of vendors, which may still end in the background while it stops. */
const ownEvents = (program: Program): readonly string[] =>
  linesOf(program).flatMap(({ event }) => (event.startsWith('outgoing_') ? [] : [event]));

describe('npm start', function () {
  this.timeout(120_000);

  let simulator: Simulator;
  let folder = '';
  let databases: RunningPocketbase[] = [];
  let programs: Program[] = [];

  const launched = (command: string, args: readonly string[], env: Variables): Program => {
    const program = startProgram(command, args, { env });
    programs.push(program);
    return program;
  };
  const npmStart = (env: Variables): Program => launched('npm', ['start', '--silent'], env);
  /** The program that npm starts, in the same folder. */
  const start = (env: Variables): Program => launched(process.execPath, ['packages/app/bundle/main.js'], env);
  const startDatabase = async (port?: number, migrations = migrationsDir): Promise<RunningPocketbase> => {
    const dataDir = join(folder, 'data');
    if (migrations === migrationsDir) await fillDataFolder(dataDir);
    const options = { ...adminAccount, dataDir, migrationsDir: migrations, port };
    const database = await startPocketbase({ ...options, binary: process.env['POCKETBASE_BIN'] });
    databases.push(database);
    return database;
  };

  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
  });
  after(() => simulator.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-start-'));
  });
  afterEach(async () => {
    for (const program of programs) await program.remove();
    for (const database of databases) await database.stop();
    rmSync(folder, { recursive: true, force: true });
    databases = [];
    programs = [];
  });

  it('lists every missing variable with an example, and exits with 78', async () => {
    const program = start({});
    expect((await program.ended).code).to.equal(78);
    const lines = program.printed().trimEnd().split('\n');
    expect([lines[0], lines.length]).to.deep.equal(['The configuration is not complete. 11 to mend:', 14]);
    expect(lines.at(-1)).to.match(/^npx portcullis init /);
  });

  it('repeats no invalid value', async () => {
    const bad = { JWT_SECRET: 'c4n4ry', DATABASE_URL: 'c4n4ry', JWT_CLIENTS_JSON: '[{"c4n4ry":1}]' };
    const program = start({ ...noVendors, ...bad });
    expect((await program.ended).code).to.equal(78);
    expect(program.printed()).to.include('JWT_SECRET must be at least 32 bytes long').and.not.include('c4n4ry');
  });

  it('serves over its database and its object store, reports its vendors, and exits cleanly at SIGTERM', async () => {
    const database = await startDatabase();
    const objects = {
      FILES_URL: `s3://portcullis-files/started?region=eu-west-1&endpoint=${simulator.url}`,
      FILES_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
      FILES_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
      DATA_KEYS: `a:${Buffer.from(secretFor('data'), 'hex').toString('base64')}`,
    };
    const program = npmStart(environmentOf(database.url, objects));
    const api = await listenerUrl(program, 'ready');
    const management = await listenerUrl(program, 'management_listening');
    expect((await read(`${management}/readyz`)).status).to.equal(200);
    const credentials = { client_id: 'acme', client_secret: clientSecret, grant_type: 'client_credentials' };
    const token = await read(`${api}/api/auth/token`, { method: 'POST', body: new URLSearchParams(credentials) });
    const health = await read(`${api}/`, { headers: { Authorization: `Bearer ${token.body.access_token}` } });
    const { database: found, ...providers } = health.body.checks;
    expect([health.status, health.body.status, found.status]).to.deep.equal([200, 'ok', 'ok']);
    expect(providers).to.deep.equal({
      liveness: { status: 'configured', name: 'aws-rekognition' },
      document_ai: { status: 'configured', name: 'anthropic' },
      fingerprint: { status: 'configured', name: 'fingerprint' },
      cloud_credentials: { status: 'configured', name: 'aws-sts' },
    });
    program.child.kill('SIGTERM');
    expect((await program.ended).code).to.equal(0);
    expect(ownEvents(program).slice(-3)).to.deep.equal(['signal', 'stopping', 'stopped']);
    expect(program.printed()).to.not.include(clientSecret).and.not.include(token.body.access_token);
    expect(program.printed()).to.not.include(simulatorKeys.secretAccessKey);
  });

  it('listens before its database is up, reports that it waits, and becomes ready', async () => {
    const port = await freePort();
    const program = start(environmentOf(`http://127.0.0.1:${port}`));
    const management = await listenerUrl(program, 'management_listening');
    await program.prints('"event":"waiting_for_database"');
    const early = await read(`${management}/readyz`);
    expect([early.status, early.body.checks.database]).to.deep.equal([503, 'failing']);
    expect((await read(`${management}/livez`)).status).to.equal(200);
    await startDatabase(port);
    await program.prints('"event":"ready"');
    program.child.kill('SIGTERM');
    expect((await program.ended).code).to.equal(0);
  });

  inFull('exits cleanly and soon when it is stopped before its database is up or answers', async () => {
    const silent = await startStub(() => undefined);
    try {
      for (const database of [unusedAddress, silent.url]) {
        const program = start(environmentOf(database));
        await program.prints('"event":"management_listening"');
        const began = performance.now();
        program.child.kill('SIGTERM');
        expect((await program.ended).code, database).to.equal(0);
        expect(performance.now() - began).to.be.below(6500);
        expect(ownEvents(program).at(-1)).to.equal('stopped');
      }
    } finally {
      await silent.close();
    }
  });

  inFull('reports a database without our collections and how to fix it, and exits with 1', async () => {
    const empty = join(folder, 'no-migrations');
    mkdirSync(empty);
    const database = await startDatabase(undefined, empty);
    const program = start(environmentOf(database.url));
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('The record database is not as this release needs it:');
    expect(program.printed()).to.match(
      /The database is empty: its migrations were never applied\.\n +Apply the migrations/,
    );
    expect(program.printed()).to.include('Batch requests are off.');
  });

  inFull('gives up with a message on a database that does not come up or rejects the account', async () => {
    const nobody = start(environmentOf(unusedAddress, { STARTUP_TIMEOUT_SECONDS: '0' }));
    expect((await nobody.ended).code).to.equal(1);
    expect(nobody.printed()).to.include('The record database cannot be used (unavailable).');
    const database = await startDatabase();
    const stranger = start(environmentOf(database.url, { DB_USER_PASSWORD: 'not the password' }));
    expect((await stranger.ended).code).to.equal(1);
    expect(stranger.printed()).to.include(
      'Correct DB_USER_EMAIL and DB_USER_PASSWORD: they are those of a superuser of PocketBase.',
    );
    expect(stranger.printed()).to.not.include('not the password');
  });

  inFull('does not wait for a vendor that does not answer when it stops', async () => {
    let arrived = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const silent = await startStub(() => arrived());
    try {
      const program = start(environmentOf((await startDatabase()).url, { AI_ENDPOINT_URL: silent.url }));
      await program.prints('"event":"ready"');
      // The model is looked up in the background.
      await asked;
      const began = performance.now();
      program.child.kill('SIGTERM');
      expect((await program.ended).code).to.equal(0);
      expect(performance.now() - began).to.be.below(10_000);
      expect(linesOf(program).map(({ event }) => event)).to.include.members(['outgoing_call', 'stopped']);
    } finally {
      await silent.close();
    }
  });

  inFull('reports a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const program = start(environmentOf('http://127.0.0.1:1', { PORT: String(port) }));
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include(`Port ${port} is in use: set PORT or MANAGEMENT_PORT to another one.`);
    taken.close();
    await once(taken, 'close');
  });
});
