import { mock } from 'node:test';
import { expect } from 'chai';
import {
  cutOff,
  json,
  problem,
  type ScriptedAnswer,
  scriptedClient,
  token,
} from '../../support/clients/scripted-service.ts';
import { waitUntil } from '../../support/clock/until.ts';

const lost = (): ScriptedAnswer => new TypeError('fetch failed');
const unavailable = (headers: Record<string, string> = {}) =>
  problem(503, 'database_unavailable', { retryable: true }, headers);

describe('a call that gets no answer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  /** Lets time pass until a call has ended. */
  const finish = async <T>(call: Promise<T>, stepMs = 5000): Promise<T> => {
    let isOver = false;
    void call.finally(() => {
      isOver = true;
    });
    await waitUntil(() => {
      mock.timers.tick(stepMs);
      return isOver;
    });
    return call;
  };

  const answering = (...answers: readonly (() => ScriptedAnswer)[]) =>
    scriptedClient({ answer: (_, number) => (answers[number - 1] ?? (() => json(201, { outcome: 'created' })))() });

  for (const [what, answer] of [
    ['was lost', lost],
    ['was cut off', cutOff],
    ['came from a gateway that lost it', () => new Response('Bad gateway', { status: 502 })],
    ['was a problem that is retryable', () => unavailable()],
    ['was that the same request is under way', () => problem(409, 'idempotency_in_progress', { retryable: true })],
  ] as const) {
    it(`is made again under the same key, where the answer ${what}`, async () => {
      const { client, sent } = answering(answer);
      const result = await finish(client.profiles.create({ reference: 'customer-1' }));
      expect(result.ok && result.status).to.equal(201);
      expect(sent).to.have.length(2);
      expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).to.equal(1);
      expect(new Set(sent.map(({ body }) => body)).size).to.equal(1);
    });
  }

  it('is not made again where the problem says that this is of no use', async () => {
    const { client, sent } = answering(() => problem(500, 'internal_error'));
    const result = await finish(client.profiles.create({ reference: 'customer-1' }));
    expect(result.ok ? 'ok' : result.problem.code).to.equal('internal_error');
    expect(sent).to.have.length(1);
  });

  it('is made four times and not more, and says that no answer has arrived', async () => {
    const { client, sent } = scriptedClient({ answer: lost });
    const result = await finish(client.profiles.create({ reference: 'customer-1' }));
    expect(result.ok ? 'ok' : result.problem).to.deep.include({ code: 'no_answer', status: 0, retryable: true });
    expect(sent).to.have.length(4);
  });

  it('waits for as long as the service asks', async () => {
    const { client, sent } = answering(() => unavailable({ 'Retry-After': '30' }));
    const call = client.profiles.get('p1');
    await waitUntil(() => sent.length === 1);
    for (const _ of Array.from({ length: 20 })) await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(29_999);
    for (const _ of Array.from({ length: 20 })) await new Promise((resolve) => setImmediate(resolve));
    expect(sent).to.have.length(1);
    mock.timers.tick(251);
    expect((await finish(call)).ok).to.equal(true);
    expect(sent).to.have.length(2);
  });

  it('does not wait for longer than the program wants', async () => {
    const { client, sent } = answering(() =>
      problem(429, 'rate_limited', { retryable: true }, { 'Retry-After': '3600' }),
    );
    const result = await finish(client.profiles.get('p1'));
    expect(result.ok ? 'ok' : result.problem).to.deep.include({ code: 'rate_limited', retry_after: 3600 });
    expect(sent).to.have.length(1);
  });

  it('ends a try that hangs, and makes it again', async () => {
    const answers = [new Promise<ScriptedAnswer>(() => undefined), json(200, { id: 'p1' })];
    const { client, sent } = scriptedClient({
      answer: (_, number) => answers[number - 1] ?? lost(),
      options: { timeoutSeconds: 2 },
    });
    const result = await finish(client.profiles.get('p1'), 1000);
    expect(result.ok).to.equal(true);
    expect(sent).to.have.length(2);
  });

  it('rejects with the reason of the signal, in a try and in a pause', async () => {
    const hangs = () => new Promise<ScriptedAnswer>(() => undefined);
    for (const answer of [hangs, () => unavailable({ 'Retry-After': '30' })]) {
      const { client, sent } = scriptedClient({ answer, options: { maxTries: answer === hangs ? 1 : 4 } });
      const stop = new AbortController();
      const call = client.profiles.get('p1', { signal: stop.signal }).catch((cause: unknown) => cause);
      await waitUntil(() => sent.length === 1);
      for (const _ of Array.from({ length: 20 })) await new Promise((resolve) => setImmediate(resolve));
      stop.abort(new Error('the page was left'));
      expect(String(await call)).to.equal('Error: the page was left');
      expect(sent).to.have.length(1);
    }
  });

  it('does not wait for a token either, once its signal was aborted, and leaves it to the others', async () => {
    let issue = (_: ScriptedAnswer): void => undefined;
    const issued = new Promise<ScriptedAnswer>((resolve) => {
      issue = resolve;
    });
    const { client, sent, tokenRequests } = scriptedClient({
      answer: () => json(200, {}),
      issue: () => issued,
    });
    const stop = new AbortController();
    const aborted = client.profiles.get('p1', { signal: stop.signal }).catch((cause: unknown) => cause);
    const other = client.profiles.get('p2');
    await waitUntil(() => tokenRequests.length === 1);
    stop.abort(new Error('the page was left'));
    expect(String(await aborted)).to.equal('Error: the page was left');
    issue(token());
    expect((await finish(other)).ok).to.equal(true);
    expect([sent.length, tokenRequests.length]).to.deep.equal([1, 1]);
  });

  it('asks for another token once, where the one it has has ended', async () => {
    const { client, sent, tokenRequests } = scriptedClient({
      answer: (_, number) => (number === 1 ? problem(401, 'token_expired') : json(200, {})),
      issue: (_, number) => token(`token-${number}`),
    });
    expect((await finish(client.profiles.get('p1'))).ok).to.equal(true);
    expect(sent.map(({ headers }) => headers.get('authorization'))).to.deep.equal(['Bearer token-1', 'Bearer token-2']);
    expect(tokenRequests).to.have.length(2);

    const refusing = scriptedClient({ answer: () => problem(401, 'invalid_token') });
    const refused = await finish(refusing.client.profiles.get('p1'));
    expect(refused.ok ? 'ok' : refused.problem.code).to.equal('invalid_token');
    expect([refusing.sent.length, refusing.tokenRequests.length]).to.deep.equal([2, 2]);
  });

  it('asks for one token at a time, however many calls want one', async () => {
    const { client, sent, tokenRequests } = scriptedClient({
      answer: () => json(200, {}),
      issue: (_, number) => (number === 1 ? lost() : token()),
    });
    const calls = Array.from({ length: 50 }, (_, i) => client.profiles.get(`p${i}`));
    expect((await finish(Promise.all(calls))).every(({ ok }) => ok)).to.equal(true);
    expect([sent.length, tokenRequests.length]).to.deep.equal([50, 2]);
  });

  it('replaces a token before its end, and keeps it until then', async () => {
    let elapsed = 0;
    mock.method(performance, 'now', () => elapsed);
    const { client, tokenRequests } = scriptedClient({ answer: () => json(200, {}), issue: () => token('t', 1000) });
    const issued: number[] = [];
    for (const seconds of [0, 930, 945, 1880, 1890]) {
      elapsed = seconds * 1000;
      await client.profiles.get('p1');
      issued.push(tokenRequests.length);
    }
    expect(issued).to.deep.equal([1, 1, 2, 2, 3]);
  });
});
