import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createMetrics, listen, silentLogger } from '@portcullis/app';
import type { HealthProbe } from '@portcullis/backoffice/ports';
import { type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { RunningListener } from '#app/listeners/listener';
import { managementListener } from '#app/listeners/management';
import { createReadiness, type Readiness, readinessAnswerMs } from '#app/telemetry/readiness';

type ManagementServer = {
  readonly url: string;
  readonly server: RunningListener;
  readonly readiness: Readiness;
  asked: number;
  isClockTrusted: boolean;
  isClockWrong: boolean;
  /** The time by which an answer of the database is too old, in milliseconds. It stands still. */
  now: number;
};

const open = async (
  database: () => TaskEither<Unavailable, { readonly latencyMs: number }>,
  host = '127.0.0.1',
): Promise<ManagementServer> => {
  const held = { asked: 0, isClockTrusted: true, isClockWrong: false, now: 0 };
  const probe: HealthProbe = {
    database: () => {
      held.asked += 1;
      return database();
    },
  };
  const clockState = { isTrusted: () => held.isClockTrusted, isWrong: () => held.isClockWrong };
  const readiness = createReadiness(
    probe,
    () => vendors,
    clockState,
    readinessAnswerMs,
    () => held.now,
  );
  const metrics = createMetrics();
  const server = await listen(
    managementListener({
      readiness,
      providers: { liveness: 'aws', faces: 'aws', documentReader: 'ai', devices: 'none' },
      metrics,
      logger: silentLogger,
      allowedHosts: ['portcullis', 'metrics.internal', '10.96.0.17'],
    }),
    { host, port: 0 },
  );
  return Object.assign(held, { url: `http://127.0.0.1:${server.port}`, server, readiness });
};

const providers = { liveness: 'aws', faces: 'aws', devices: 'none', document_reader: 'ai' } as const;
const vendors = { liveness: 'ok', document_ai: 'unknown', fingerprint: 'failing' } as const;

const up = () => TE.right({ latencyMs: 1 });
const down = () => TE.left(unavailable('database', 'no answer'));

const read = async (url: string, method = 'GET') => {
  const answer = await fetch(url, { method, headers: { Connection: 'close' } });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};

/** Sends a request line and headers as they are, and answers the status and the body. */
const exchange = (
  port: number,
  head: string,
  address = '127.0.0.1',
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, address, () => socket.end(`${head}\r\nConnection: close\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      resolve({ status: Number(text.split(' ', 2)[1]), body });
    });
  });

describe('the management listener', () => {
  let held: ManagementServer;
  afterEach(() => held.server.stop(0));

  const asked = (host: string | null, path = '/metrics', version = '1.1') =>
    exchange(held.server.port, `GET ${path} HTTP/${version}${host === null ? '' : `\r\nHost: ${host}`}`);

  it('answers by the names of this machine, by its address, and by the configured names', async () => {
    held = await open(up);
    const port = held.server.port;
    for (const host of [
      'localhost',
      `LOCALHOST:${port}`,
      `127.0.0.1:${port}`,
      '127.8.0.1',
      '[::1]:9000',
      'localhost.',
      'app.localhost',
    ])
      expect((await asked(host, '/livez')).status, host).to.equal(200);
    for (const host of ['portcullis:9000', 'metrics.internal', 'Metrics.Internal.'])
      expect((await asked(host)).status, host).to.equal(200);
    expect((await asked(null, '/livez', '1.0')).status).to.equal(200);
  });

  it('refuses a page that reaches it by a name of its own (DNS rebinding)', async () => {
    held = await open(up);
    const names = [
      'evil.example',
      `evil.example:${held.server.port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ];
    for (const host of [...names, 'notportcullis', 'x@localhost', '', '10.0.0.1', '127.0.0.1:9000:1'])
      for (const path of ['/livez', '/readyz', '/metrics', '/other']) {
        const { body, status } = await asked(host, path);
        expect(status, `${host} ${path}`).to.equal(421);
        expect(JSON.parse(body)).to.deep.equal({
          status: 'unknown_host',
          detail: 'The Host header names neither this machine nor one of MANAGEMENT_ALLOWED_HOSTS.',
        });
      }
    expect(held.asked).to.equal(0);
  });

  describe('in a container, where it listens on every address', () => {
    /** The address of a pod is one that is not the loopback. */
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

    if (own === undefined) it('is left out of the test of probes: this machine has the loopback alone');
    else
      for (const host of ['0.0.0.0', '::'])
        it(`answers the probes of a kubelet, which send the address of the pod (${host})`, async () => {
          held = await open(up, host);
          held.readiness.markSchemaValid();
          const { port } = held.server;
          for (const path of ['/livez', '/readyz', '/metrics'])
            expect((await exchange(port, `GET ${path} HTTP/1.1\r\nHost: ${own}:${port}`, own)).status).to.equal(200);
        });

    it('answers Prometheus by the name of a service, or its address, when they are listed, and by no other', async () => {
      held = await open(up, '0.0.0.0');
      for (const name of ['portcullis:9000', '10.96.0.17:9000']) expect((await asked(name)).status).to.equal(200);
      for (const name of ['10.96.0.18:9000', 'rebound.example:9000'])
        expect((await asked(name)).status, name).to.equal(421);
    });
  });

  it('is alive, whatever the state of the database', async () => {
    held = await open(down);
    expect(await read(`${held.url}/livez`)).to.deep.equal({ status: 200, body: { status: 'ok' } });
    expect(held.asked).to.equal(0);
  });

  it('is ready when the database answers and its schema is valid, until it stops', async () => {
    held = await open(up);
    const checks = { database: 'ok', schema: 'failing', accepting: 'ok', clock: 'ok' };
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 503,
      body: { status: 'not_ready', checks, vendors, providers },
    });
    held.readiness.markSchemaValid();
    const right = { ...checks, schema: 'ok' };
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 200,
      body: { status: 'ready', checks: right, vendors, providers },
    });
    held.readiness.markStopping();
    const last = { ...right, accepting: 'failing' };
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 503,
      body: { status: 'not_ready', checks: last, vendors, providers },
    });
  });

  it('is not ready while the database is down', async () => {
    held = await open(down);
    held.readiness.markSchemaValid();
    const checks = { database: 'failing', schema: 'ok', accepting: 'ok', clock: 'ok' };
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 503,
      body: { status: 'not_ready', checks, reasons: ['unexpected'], vendors, providers },
    });
  });

  it('is not ready while the clock is not trusted, and says that it is wrong once that is known', async () => {
    held = await open(up);
    held.readiness.markSchemaValid();
    held.isClockTrusted = false;
    const checks = { database: 'ok', schema: 'ok', accepting: 'ok', clock: 'failing' };
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 503,
      body: { status: 'not_ready', checks, vendors, providers },
    });
    held.isClockWrong = true;
    expect(await read(`${held.url}/readyz`)).to.deep.equal({
      status: 503,
      body: { status: 'not_ready', checks, reasons: ['clock_skew'], vendors, providers },
    });
  });

  it('says in a word why it is not ready', async () => {
    held = await open(() => TE.left(withOutageCause(unavailable('database', 'no room'), 'disk_full')));
    held.readiness.markSchemaValid();
    expect((await read(`${held.url}/readyz`)).body).to.deep.include({ reasons: ['disk_full'] });
    held.readiness.markSchemaInvalid('missing_collection');
    const { body, status } = await read(`${held.url}/readyz`);
    expect([status, body.checks.schema, body.reasons]).to.deep.equal([
      503,
      'failing',
      ['disk_full', 'missing_collection'],
    ]);
  });

  it('asks the database once a second for many concurrent requests', async () => {
    held = await open(up);
    const readTwenty = () => Promise.all(Array.from({ length: 20 }, () => read(`${held.url}/readyz`)));
    await readTwenty();
    expect(held.asked).to.equal(1);
    held.now = 1000;
    await readTwenty();
    expect(held.asked).to.equal(1);
    held.now = 1001;
    await readTwenty();
    expect(held.asked).to.equal(2);
  });

  it('answers 404 for other paths and 405 with Allow for other methods', async () => {
    held = await open(up);
    expect(await read(`${held.url}/`)).to.deep.equal({ status: 404, body: { status: 'not_found' } });
    expect(await read(`${held.url}/__proto__`)).to.deep.equal({ status: 404, body: { status: 'not_found' } });
    const answer = await fetch(`${held.url}/livez`, { method: 'POST', headers: { Connection: 'close' } });
    expect([answer.status, answer.headers.get('allow'), await answer.json()]).to.deep.equal([
      405,
      'GET, HEAD',
      { status: 'method_not_allowed' },
    ]);
    expect(await read(`${held.url}/livez`, 'HEAD')).to.deep.equal({ status: 200, body: null });
  });

  it('writes metrics in the Prometheus text format', async () => {
    held = await open(up);
    const answer = await fetch(`${held.url}/metrics`, { headers: { Connection: 'close' } });
    expect(answer.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).to.match(/^process_resident_memory_bytes \d+$/m);
  });
});
