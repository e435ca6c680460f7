import { TE } from '@portcullis/domain';
import { type FlowStepReport, flowErrors, flowOutcomes, flowSteps } from '@portcullis/domain/ports';
import type { AccessEvent } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../support/http/server.ts';
import { ada, stubServices } from '../support/http/stub-services.ts';
import { theCode } from '../support/http/stub-tokens.ts';

const json = { 'content-type': 'application/json' };
const asPerson = { ...json, authorization: 'Bearer flow' };

describe('the operations of the page of the person', () => {
  let server: TestServer;
  let reports: FlowStepReport[] = [];
  let looks: AccessEvent[] = [];
  let hasRoom = true;
  before(async () => {
    server = await openServer({
      services: stubServices({
        reportFlowStep: (report) => {
          reports.push(report);
          return TE.right(undefined);
        },
      }),
      access: { hasRoom: () => hasRoom, record: (look) => void looks.push(look) },
    });
  });
  beforeEach(() => {
    reports = [];
    looks = [];
    hasRoom = true;
  });
  after(() => server.close());

  const post = (path: string, body?: unknown, headers: Record<string, string> = asPerson) =>
    server.send({ method: 'POST', path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });

  it('count a step in fixed words, with its seconds, and answer nothing', async () => {
    for (const step of flowSteps)
      for (const outcome of flowOutcomes)
        expect((await post('/api/flow/steps', { step, outcome })).status).to.equal(204);
    expect(reports).to.have.length(flowSteps.length * flowOutcomes.length);
    expect(reports[0]).to.deep.equal({ step: 'welcome', outcome: 'shown', error: null, seconds: null });
    reports = [];
    for (const error of flowErrors)
      await post('/api/flow/steps', { step: 'camera', outcome: 'failed', error, duration_ms: 1500 });
    expect(reports.map(({ error, seconds }) => [error, seconds])).to.deep.equal(
      flowErrors.map((error) => [error, 1.5]),
    );
    const { text } = await post('/api/flow/steps', { step: 'result', outcome: 'shown' });
    expect([text, looks]).to.deep.equal(['', []]);
  });

  for (const body of [
    {},
    { step: 'welcome' },
    { step: 'Welcome', outcome: 'shown' },
    { step: 'welcome', outcome: 'seen' },
    { step: 'welcome', outcome: 'failed', error: 'NotAllowedError: denied' },
    { step: 'welcome', outcome: 'done', duration_ms: -1 },
    { step: 'welcome', outcome: 'done', duration_ms: 1.5 },
    { step: 'welcome', outcome: 'done', duration_ms: 86_400_001 },
    { step: 'welcome', outcome: 'done', note: 'free text' },
  ])
    it(`count nothing of ${JSON.stringify(body)}`, async () => {
      expect((await post('/api/flow/steps', body)).status).to.equal(400);
      expect(reports).to.deep.equal([]);
    });

  it('keep no answer for an idempotency key, because nothing of them is stored', async () => {
    const headers = { ...asPerson, 'idempotency-key': 'one' };
    for (const _ of [1, 2]) {
      const { headers: answered, status } = await post(
        '/api/flow/steps',
        { step: 'consent', outcome: 'done' },
        headers,
      );
      expect([status, answered['idempotent-replayed']]).to.deep.equal([204, undefined]);
    }
    expect(reports).to.have.length(2);
  });

  it('answer a code for another device, with or without an empty body', async () => {
    for (const body of [undefined, {}]) {
      const { json: answered, status } = await post('/api/flow/handoff', body);
      expect(status).to.equal(201);
      expect(answered).to.deep.equal({ object: 'handoff', code: theCode, expires_at: '2026-05-04T09:35:00.000Z' });
    }
    expect((await post('/api/flow/handoff', { device: 'phone' })).status).to.equal(400);
  });

  it('take a flow token alone, but for the exchange of a code', async () => {
    for (const path of ['/api/flow/steps', '/api/flow/handoff']) {
      for (const token of ['machine', 'only.profiles.write']) {
        const refused = await post(path, {}, { ...json, authorization: `Bearer ${token}` });
        expect([refused.status, refused.headers['www-authenticate']]).to.deep.equal([
          403,
          'Bearer error="insufficient_scope"',
        ]);
        expect(refused.json).to.include({ code: 'insufficient_scope' });
      }
      expect((await post(path, {}, json)).json).to.include({ code: 'unauthenticated' });
    }
  });

  it('exchange a code for a token without one, which is a look of the person whom the code is for', async () => {
    const { headers, json: answered, status } = await post('/api/flow/handoff/redeem', { code: theCode }, json);
    expect(status).to.equal(200);
    expect(answered).to.deep.equal({
      object: 'redeemed_handoff',
      profile_id: ada,
      status: 'in_progress',
      flow_token: 'abc',
      flow_token_expires_at: '2026-05-04T10:30:00.000Z',
      partner: { name: 'Acme' },
    });
    expect(headers['cache-control']).to.equal('no-store');
    expect(looks.map(({ caller, operation, profileId }) => [operation, profileId, caller.kind])).to.deep.equal([
      ['redeemHandoff', ada, 'flow'],
    ]);
    const record = server.records.at(-1);
    expect([record?.profileId, record?.callerKind]).to.deep.equal([ada, 'flow']);
    expect(JSON.stringify(server.records)).not.to.include(theCode);
  });

  it('refuse every other code with the same bytes, and record no look', async () => {
    const answers = await Promise.all(
      ['a.b', theCode.slice(1), `${theCode}x`, 'x'.repeat(1500), '0'.repeat(32)].map((code) =>
        post('/api/flow/handoff/redeem', { code }, { ...json, 'request-id': 'same' }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    for (const code of ['', 'with space', 'x'.repeat(1501), 7, null])
      expect((await post('/api/flow/handoff/redeem', { code }, json)).status, String(code)).to.equal(400);
    expect(looks).to.deep.equal([]);
  });

  it('redeem nothing while the look cannot be recorded', async () => {
    hasRoom = false;
    expect((await post('/api/flow/handoff/redeem', { code: theCode }, json)).status).to.equal(503);
  });
});
