import { TE } from '@portcullis/domain';
import {
  draftClosed,
  draftLimitReached,
  insufficientPermission,
  invalid,
  limitReached,
  policyExists,
  secondPersonRequired,
  versionConflict,
} from '@portcullis/domain/kernel';
import type { AccessEvent, Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../support/http/server.ts';
import { ada, stubServices } from '../support/http/stub-services.ts';
import { policyServices, theBackTest, theDraft } from '../support/http/the-policies.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';

const path = '/api/policy-drafts';
const { digest, draft } = theDraft;
const { id, policy } = draft;
const rosa = { id: 'staff-adminxxxxxx1', name: 'Rosa Lind' };

const summary = {
  id,
  object: 'policy_draft',
  status: 'draft',
  revision: 1,
  digest,
  note: null,
  policy_id: policy.id,
  policy_version: policy.version,
  author: rosa,
  writers: [rosa],
  approved_by: null,
  created_at: draft.createdAt,
  updated_at: draft.updatedAt,
};
const shown = { ...summary, findings: [], is_publishable: true, policy };

type Failure = ReturnType<Services['publishDraft']>;

describe('drafts of policies at the console', () => {
  const staff = staffInMemory();
  let server: TestServer;
  let secret = '';
  let reader = '';
  const asked: unknown[] = [];
  let failure: Failure | null = null;
  let isBusy = false;
  const looks: AccessEvent[] = [];

  const heard =
    <Input extends { readonly caller: unknown }, A>(use: (input: Input) => A) =>
    (input: Input): A | Failure => {
      const { caller: _, ...rest } = input;
      asked.push(rest);
      return failure ?? use(input);
    };

  before(async () => {
    const { createDraft, discardDraft, publishDraft, replaceDraft, startBackTest } = policyServices;
    const services = stubServices({
      ...staff.services,
      createDraft: heard(createDraft) as Services['createDraft'],
      replaceDraft: heard(replaceDraft) as Services['replaceDraft'],
      discardDraft: heard(discardDraft) as Services['discardDraft'],
      publishDraft: heard(publishDraft),
      startBackTest: (input) =>
        isBusy ? TE.left(limitReached('back_tests', 'A back-test runs already.', 5)) : startBackTest(input),
    });
    server = await openServer({ access: { hasRoom: () => true, record: (look) => looks.push(look) }, services });
    secret = await staff.signIn(staffMember(['admin']));
    reader = await staff.signIn(staffMember(['auditor']));
  });
  beforeEach(() => {
    asked.length = 0;
    failure = null;
    isBusy = false;
    looks.length = 0;
  });
  after(() => server.close());

  const send = (method: string, to = '', body?: unknown, session = secret, more: Record<string, string> = {}) =>
    server.send({
      method,
      path: `${path}${to}`,
      headers: {
        cookie: `__Host-portcullis-staff=${session}`,
        origin: 'https://id.example',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('are listed without their documents, and shown with them, to everybody who reads policies', async () => {
    for (const session of [secret, reader]) {
      const list = await send('GET', '', undefined, session);
      expect([list.status, list.json]).to.deep.equal([200, { object: 'list', data: [summary], next_cursor: null }]);
      const one = await send('GET', `/${id}`, undefined, session);
      expect([one.status, one.json]).to.deep.equal([200, shown]);
    }
  });

  it('are begun and changed, whatever the document is, which the use case examines', async () => {
    const created = await send('POST', '', { policy, note: 'a note' });
    expect([created.status, created.json]).to.deep.equal([201, shown]);
    await send('POST', '', { policy: 'no policy' });
    const changed = await send('POST', `/${id}`, { policy, expected_revision: 1 });
    expect([changed.status, changed.json]).to.deep.equal([200, shown]);
    expect(asked).to.deep.equal([
      { policy, note: 'a note', operation: null },
      { policy: 'no policy', note: null, operation: null },
      { id, policy, note: null, expectedRevision: 1 },
    ]);
  });

  it('are begun by the operation of an idempotency key', async () => {
    const keyed = await send('POST', '', { policy }, secret, { 'idempotency-key': 'k-1' });
    expect([keyed.status, keyed.json]).to.deep.equal([201, shown]);
    expect(asked[0]).to.have.nested.property('operation.id').that.is.a('string');
  });

  it('are discarded, and published by the revision and digest that were read', async () => {
    const discarded = await send('POST', `/${id}/discard`);
    expect([discarded.status, discarded.json]).to.deep.equal([200, { ...shown, status: 'discarded' }]);
    const published = await send('POST', `/${id}/publish`, { expected_revision: 1, digest });
    expect([published.status, published.json]).to.deep.equal([200, { ...shown, status: 'published' }]);
    expect(asked.at(-1)).to.deep.equal({ id, expectedRevision: 1, digest });
  });

  it('have a back-test, which is started by whoever writes and shown to whoever reads', async () => {
    const test = {
      object: 'back_test',
      status: 'running',
      revision: 1,
      digest,
      judged: 12,
      unjudged: 1,
      started_at: theBackTest.startedAt,
      finished_at: null,
      matrix: [{ from: 'approve', to: 'review', count: 2 }],
      newly: [{ reason: 'face_match_borderline', comes: 2, goes: 0 }],
      examples: [{ from: 'approve', to: 'review', profile_ids: [ada] }],
    };
    const started = await send('POST', `/${id}/back-test`);
    expect([started.status, started.json]).to.deep.equal([202, { ...test, examples: [] }]);
    expect(looks).to.deep.equal([]);
    expect((await send('POST', `/${id}/back-test`, undefined, reader)).json).to.include({
      status: 403,
      code: 'insufficient_permission',
    });
    const read = await send('GET', `/${id}/back-test`, undefined, reader);
    expect([read.status, read.json]).to.deep.equal([200, test]);
    for (const method of ['GET', 'POST']) {
      expect((await send(method, '/draft0000000009/back-test')).status).to.equal(404);
    }
    isBusy = true;
    expect((await send('POST', `/${id}/back-test`)).json).to.include({ code: 'rate_limited', status: 429 });
  });

  it('name the profiles of a back-test in the access log, where it names any', async () => {
    await send('GET', `/${id}/back-test`);
    expect(looks.map(({ operation, profileIds }) => [operation, profileIds])).to.deep.equal([['readBackTest', [ada]]]);
  });

  it('are refused with bodies that are not as described', async () => {
    for (const [to, body] of [
      ['', {}],
      ['', { policy, extra: 1 }],
      ['', { policy, note: '' }],
      [`/${id}`, { policy }],
      [`/${id}`, { policy, expected_revision: 0 }],
      [`/${id}/publish`, { expected_revision: 1 }],
      [`/${id}/publish`, { expected_revision: 1, digest: 'ABC' }],
    ] as const)
      expect((await send('POST', to, body)).json, JSON.stringify([to, body])).to.include({ code: 'invalid_request' });
    expect(asked).to.deep.equal([]);
  });

  it('say why they are not changed or published', async () => {
    const refusals = [
      [draftClosed('approved'), 409, 'draft_closed', 'The draft was approved'],
      [draftClosed('discarded'), 409, 'draft_closed', 'The draft was discarded'],
      [secondPersonRequired, 409, 'second_person_required', 'You have written a part of this draft'],
      [policyExists, 409, 'policy_exists', 'There is a policy of this id and version'],
      [draftLimitReached(20), 409, 'draft_limit_reached', 'A partner has at most 20 open drafts'],
      [versionConflict, 409, 'version_conflict', ''],
      [insufficientPermission('policies:write', 'partner'), 403, 'insufficient_permission', 'for the whole partner'],
    ] as const;
    for (const [refusal, status, code, detail] of refusals) {
      failure = TE.left(refusal) as Failure;
      const { json } = await send('POST', `/${id}/publish`, { expected_revision: 1, digest });
      expect(json).to.include({ status, code });
      expect(json).to.have.property('detail').that.includes(detail);
    }
    failure = TE.left(invalid([{ pointer: '/policy/minimumAge', message: 'is missing' }]));
    expect((await send('POST', '', { policy: {} })).json).to.deep.include({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/policy/minimumAge', message: 'is missing' }],
    });
  });

  it('are written by whoever may write policies, and are not found under another id', async () => {
    for (const [to, body] of [
      ['', { policy }],
      [`/${id}`, { policy, expected_revision: 1 }],
      [`/${id}/discard`, undefined],
      [`/${id}/publish`, { expected_revision: 1, digest }],
    ] as const) {
      expect((await send('POST', to, body, reader)).json).to.include({ code: 'insufficient_permission' });
      if (to !== '') expect((await send('POST', to.replace(id, 'draft0000000009'), body)).status).to.equal(404);
    }
    expect((await send('GET', '/draft0000000009')).status).to.equal(404);
  });
});
