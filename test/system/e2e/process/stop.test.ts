import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { verifyChain } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { Created, PartnerProfile, type Reply, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { wholeLedger } from '../../../support/clients/journey.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { plainPhoto } from '../../../support/images/plain-photo.ts';
import { textOf } from '../../../support/repository/files.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import type { Program } from '../../../support/servers/program.ts';
import {
  environmentOf,
  linesOf,
  listenerUrl,
  startService,
  unusedAddress,
  type Variables,
} from '../../../support/servers/service-program.ts';

const consent = JSON.stringify({ text_version: '1', locale: 'en', granted: true });

const created = async ({ baseUrl, token }: Pick<Production, 'baseUrl' | 'token'>): Promise<string> => {
  const path = '/api/profiles/create';
  const reply = await sendRequest(baseUrl, { method: 'POST', path, token, json: { reference: randomUUID() } });
  const { id } = readReply(Created, reply, 201).profile;
  const form = new FormData();
  form.append('consent', consent);
  readReply(PartnerProfile, await sendRequest(baseUrl, { method: 'PATCH', path: `/api/profiles/${id}`, token, form }));
  return id;
};

const analysis = async (
  baseUrl: string,
  token: string,
  { id, key, photo }: { readonly id: string; readonly key: string; readonly photo: Blob },
): Promise<Reply> => {
  const form = new FormData();
  form.append('profile_id', id);
  form.append('document_front', photo, 'photo.jpg');
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': key };
  const answer = await fetch(`${baseUrl}/api/ai/document-analysis`, { method: 'POST', headers, body: form });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes };
};

const problemCode = (reply: Reply): string => readReply(t.type({ code: t.string }), reply, reply.status).code;

describe('the stop of a service', function () {
  this.timeout(120_000);
  let production: Production;
  /** The instance that runs: a test that has stopped it leaves the next one. */
  let running: { readonly program: Program; readonly baseUrl: string };
  before(async () => {
    production = await openProduction({ STOP_REQUEST_SECONDS: '2' });
    running = production;
  });
  after(async () => {
    await running.program.remove();
    await production.close();
  });

  const startNext = async (environment: Variables): Promise<string> => {
    const program = startService(environment);
    running = { program, baseUrl: '' };
    running = { program, baseUrl: await listenerUrl(program, 'ready') };
    return running.baseUrl;
  };
  const ledgerOf = (id: string) =>
    wholeLedger({ baseUrl: running.baseUrl, token: production.token, choose: () => ({}) }, id);

  const modelCalls = (): number =>
    production.simulator.requests().filter(({ operation }) => operation === 'messages.create').length;

  it('answers a caller whose model is slow with 503, at a second signal too, exits with 0, and loses nothing', async () => {
    const { environment, simulator, token } = production;
    const { baseUrl, program } = running;
    simulator.script({ latencyMs: { anthropic: 50_000 } });
    const asked = { id: await created(production), key: randomUUID(), photo: await plainPhoto() };
    const pending = analysis(baseUrl, token, asked);
    await waitUntil(() => modelCalls() > 0);
    program.child.kill('SIGTERM');
    await program.prints('"event":"stopping"');
    program.child.kill('SIGTERM');
    program.child.kill('SIGINT');
    const reply = await pending;
    expect([reply.status, problemCode(reply)]).to.deep.equal([503, 'provider_unavailable']);
    expect(Number(reply.headers['retry-after'])).to.be.within(1, 60);
    expect((await program.ended).code).to.equal(0);
    const lines = linesOf(program);
    expect(lines.find(({ event }) => event === 'stopped')).to.include({ count: 0 });
    const { id: profile } = asked;
    const interrupted = lines.filter(({ outage_cause: cause }) => cause === 'service_stopping');
    expect(interrupted.map(({ event, profile_id: id }) => [event, id])).to.deep.equal([
      ['outgoing_call', profile],
      ['request', profile],
    ]);

    // Another instance carries the same request out, under the same key.
    simulator.script({ latencyMs: {} });
    const nextUrl = await startNext(environment);
    expect((await analysis(nextUrl, token, asked)).status).to.equal(200);
    // The aborted call was sent and paid for, and it is recorded as any other call that had no answer.
    expect(modelCalls()).to.equal(2);
    const ledger = await ledgerOf(asked.id);
    expect(verifyChain(asked.id, ledger)).to.include({ ok: true });
    const counted = ledger.filter(({ type }) => type === 'document.analysis_failed');
    expect(counted.map(({ data }) => data)).to.have.length(1);
  });

  it('loses nothing that it has answered when it is killed, and another instance does none of it again', async () => {
    const { environment, token } = production;
    const { baseUrl, program } = running;
    const asked = { id: await created({ baseUrl, token }), key: randomUUID(), photo: await plainPhoto() };
    const answered = await analysis(baseUrl, token, asked);
    program.child.kill('SIGKILL');
    expect(await program.ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
    expect(answered.status).to.equal(200);

    const calls = modelCalls();
    const nextUrl = await startNext(environment);
    const shown = ['created', 'consent.granted', 'evidence_added', 'file.added', 'document.read'];
    const ledger = await ledgerOf(asked.id);
    expect(verifyChain(asked.id, ledger)).to.include({ ok: true });
    expect(ledger.map(({ type }) => type)).to.deep.equal(shown);
    const again = await analysis(nextUrl, token, asked);
    expect([again.status, again.bytes]).to.deep.equal([200, answered.bytes]);
    expect(modelCalls()).to.equal(calls);
    expect(await ledgerOf(asked.id)).to.deep.equal(ledger);
  });

  it('answers a request that does not end in time, instead of resetting its connection', async () => {
    const { port } = new URL(running.baseUrl);
    const stuck = connect({ host: '127.0.0.1', port: Number(port) });
    let answer = '';
    await once(stuck, 'connect');
    const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n';
    stuck.write(`POST /api/auth/token HTTP/1.1\r\nHost: x\r\n${body}Expect: 100-continue\r\n\r\n`);
    // The server asks for the body, so it has received the request.
    await once(stuck, 'data');
    stuck.on('data', (bytes: Buffer) => {
      answer += bytes.toString('utf8');
    });
    const began = performance.now();
    running.program.child.kill('SIGTERM');
    expect((await running.program.ended).code).to.equal(0);
    expect(performance.now() - began).to.be.within(1500, 5500);
    const [head = '', json = ''] = answer.split('\r\n\r\n');
    expect(head)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.match(/\r\nRetry-After: 5\r\n/)
      .and.match(/\r\nConnection: close/);
    expect(JSON.parse(json)).to.include({ error: 'temporarily_unavailable' });
  });
});

const announcing = "process.on('newListener', (name) => name === 'SIGTERM' && console.log('watched'))";
/** Prints a line as soon as the program listens to SIGTERM. Without a listener the signal ends a process of Node. */
const announceWatch = `--import=data:text/javascript,${encodeURIComponent(announcing)}`;

describe('a stop at the beginning of the start', () => {
  it('is an orderly one before the service is loaded, and ends with 0', async () => {
    const program = startService(environmentOf(unusedAddress, { NODE_OPTIONS: announceWatch }));
    try {
      await program.prints('watched');
      expect(program.printed()).to.equal('watched\n');
      program.child.kill('SIGTERM');
      expect(await program.ended).to.deep.equal({ code: 0, signal: null });
      expect(linesOf(program).map(({ event }) => event)).to.include.members(['signal', 'stopped']);
    } finally {
      await program.remove();
    }
  }).timeout(20_000);

  it('is watched for by the first thing that the program does, before which hardly anything is loaded', () => {
    const folder = 'packages/app/bundle';
    const main = textOf(`${folder}/main.js`);
    const loadedFirst = [...main.matchAll(/^import "\.\/([\w.-]+)";$/gm)].map(([, name]) =>
      textOf(`${folder}/${name}`),
    );
    expect(main.length + loadedFirst.join('').length).to.be.below(10_000);
    expect(loadedFirst.join()).not.to.match(/^import .*"\.\//m);
    expect(main.indexOf('SIGTERM')).to.be.within(1, main.indexOf('await import('));
  });
});
