import { TE } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { codeOf, openDesk, openDeskWith } from '../support/http/desk-server.ts';
import { theExplanation } from '../support/http/explanation.ts';
import type { TestServer } from '../support/http/server.ts';
import { ada, fileId } from '../support/http/stub-services.ts';
import { staffMember } from '../support/http/the-staff.ts';
import { mustSucceed } from '../support/run.ts';
import { aStaffMember } from '../support/services/review-desk.ts';

describe('the reviews of the console', () => {
  let open: Awaited<ReturnType<typeof openDesk>>;
  const begin = async (...roles: readonly StaffRole[]) => {
    open = await openDesk(...roles);
    return open;
  };
  afterEach(() => open.server.close());

  const me = staffMember(['reviewer']);
  const claim = { staff_id: me.staffId, name: me.name, until: '2026-05-04T09:45:00.000Z', is_mine: true };

  it('are listed with whole bodies, page by page', async () => {
    const { desk, send } = await begin('reviewer');
    const { id } = await desk.add(60);
    const second = await desk.add(5);
    const { json, status } = await send('GET', '/api/reviews?limit=1');
    const review = {
      object: 'review',
      profile_id: id,
      reference: 'customer-60',
      status: 'in_review',
      is_waiting: true,
      status_reasons: ['policy_sampled'],
      policy: { id: 'strict', version: '1' },
      attempt: { number: 1, max: 3 },
      waiting_since: '2026-05-04T08:30:00.000Z',
      due_at: '2026-05-05T08:30:00.000Z',
      is_overdue: false,
      claim: null,
      approvals: { needed: 1, given: 0 },
      version: 1,
      created_at: '2026-05-04T08:30:00.000Z',
      updated_at: '2026-05-04T08:30:00.000Z',
    };
    const { next_cursor: cursor } = Object(json);
    expect([status, json]).to.deep.equal([200, { object: 'list', data: [review], next_cursor: cursor, looked: 1 }]);
    const last = Object((await send('GET', `/api/reviews?limit=1&cursor=${cursor}`)).json);
    expect([last.data[0].profile_id, last.next_cursor]).to.deep.equal([second.id, null]);
    expect((await send('GET', `/api/reviews/${id}`)).json).to.deep.equal(review);
    expect((await send('POST', '/api/staff/search', { reference: 'customer-60' })).json).to.deep.equal({
      object: 'list',
      data: [review],
    });
  });

  it('are counted, with since when the first of them waits', async () => {
    const { desk, send } = await begin('auditor');
    await desk.add(60);
    const none = { value: 0, at_least: false };
    expect((await send('GET', '/api/reviews/summary')).json).to.deep.equal({
      object: 'review_summary',
      waiting: { value: 1, at_least: false },
      claimed: none,
      mine: none,
      overdue: none,
      oldest_waiting_since: '2026-05-04T08:30:00.000Z',
    });
  });

  it('are claimed, given back and decided', async () => {
    const { desk, send } = await begin('reviewer');
    const { id } = await desk.add(60);
    const next = Object((await send('POST', '/api/reviews/next')).json);
    expect([next.object, next.review.profile_id, next.review.claim]).to.deep.equal(['next_review', id, claim]);
    expect((await send('POST', '/api/reviews/next')).json).to.deep.equal({ object: 'next_review', review: null });
    expect(Object((await send('POST', `/api/reviews/${id}/release`)).json).claim).to.equal(null);
    expect(codeOf(await send('POST', `/api/reviews/${id}/release`))).to.deep.equal([409, 'claim_required']);
    const decline = { outcome: 'decline', note: 'No.', expected_version: 1 };
    expect(codeOf(await send('POST', `/api/reviews/${id}/decision`, decline))).to.deep.equal([409, 'claim_required']);
    expect(Object((await send('POST', `/api/reviews/${id}/claim`, {})).json).claim).to.deep.equal(claim);
    const stale = { ...decline, expected_version: 7 };
    expect(codeOf(await send('POST', `/api/reviews/${id}/decision`, stale))).to.deep.equal([409, 'version_conflict']);
    const { json, status } = await send('POST', `/api/reviews/${id}/decision`, decline);
    const { entry, object, profile_status, review } = Object(json);
    expect([status, object, profile_status, review.status, review.claim]).to.deep.equal([
      200,
      'review_decision',
      'declined',
      'declined',
      null,
    ]);
    expect(entry.actor).to.deep.equal({ type: 'reviewer', id: me.staffId });
    expect(codeOf(await send('POST', `/api/reviews/${id}/claim`))).to.deep.equal([409, 'invalid_transition']);
  });

  it('are refused with until when somebody else has them', async () => {
    const { desk, send } = await begin('reviewer');
    const { id } = await desk.add(60);
    await mustSucceed(desk.claim({ caller: aStaffMember(7), id, takeOver: false }));
    const refused = await send('POST', `/api/reviews/${id}/claim`);
    expect(codeOf(refused)).to.deep.equal([409, 'review_claimed']);
    expect(Object(refused.json).detail).to.include('2026-05-04T09:45:00.000Z');
    expect(codeOf(await send('POST', `/api/reviews/${id}/claim`, { take_over: true }))).to.deep.equal([
      403,
      'insufficient_permission',
    ]);
  });

  it('are refused to somebody who has ten, with what to do', async () => {
    const { desk, send } = await begin('reviewer');
    for (let n = 0; n < 11; n += 1) await desk.add(60 - n);
    for (let n = 0; n < 10; n += 1) expect((await send('POST', '/api/reviews/next')).status).to.equal(200);
    const refused = await send('POST', '/api/reviews/next');
    expect(codeOf(refused)).to.deep.equal([409, 'claim_limit_reached']);
    expect(Object(refused.json).detail).to.include('more than 10 profiles');
  });

  it('are neither claimed nor decided by those who only look', async () => {
    const { send } = await begin('auditor');
    const decline = { outcome: 'decline', note: 'No.', expected_version: 1 };
    for (const [path, body] of [
      ['/api/reviews/next'],
      [`/api/reviews/${ada}/claim`],
      [`/api/reviews/${ada}/release`],
      [`/api/reviews/${ada}/decision`, decline],
    ] as const)
      expect(codeOf(await send('POST', path, body)), path).to.deep.equal([403, 'insufficient_permission']);
  });

  it('of another tenant are answered byte by byte like those that do not exist', async () => {
    const { desk, send } = await begin('senior');
    const foreign = await desk.add(60, { tenant: { partnerId: 'globex', teamId: null }, reference: 'theirs' });
    await mustSucceed(
      desk.claim({ caller: { ...aStaffMember(7), tenant: foreign.tenant }, id: foreign.id, takeOver: false }),
    );
    const decision = { note: 'No.', expected_version: 1, steps: ['document_front'] };
    const asks: readonly (readonly [string, (id: string) => string, unknown?])[] = [
      ['GET', (id) => `/api/reviews/${id}`],
      ['POST', (id) => `/api/reviews/${id}/claim`],
      ['POST', (id) => `/api/reviews/${id}/claim`, { take_over: true }],
      ['POST', (id) => `/api/reviews/${id}/release`],
      ...['approve', 'decline', 'request_input', 'reopen'].map(
        (outcome) => ['POST', (id: string) => `/api/reviews/${id}/decision`, { ...decision, outcome }] as const,
      ),
    ];
    const answerOf = ({ status, text }: Awaited<ReturnType<TestServer['send']>>) => [
      status,
      text.replace(/"request_id":"[^"]*"/, ''),
    ];
    for (const [method, pathOf, body] of asks) {
      const theirs = await send(method, pathOf(foreign.id), body);
      const nobodys = await send(method, pathOf('nobody000000001'), body);
      expect(answerOf(theirs), pathOf(':id')).to.deep.equal(answerOf(nobodys));
      expect(theirs.status).to.equal(404);
    }
    for (const search of [{ profile_id: foreign.id }, { reference: 'theirs' }, { name: 'Ada' }])
      expect(Object((await send('POST', '/api/staff/search', search)).json).data).to.deep.equal([]);
    const [claim] = await mustSucceed(desk.stores.reviewClaims.of([foreign.id]));
    expect(claim?.generation).to.equal(1);
  });

  it('are a line of the access log each, with who looked and at whom, and none for what shows nobody', async () => {
    const { desk, looks, send } = await begin('senior');
    expect((await send('GET', '/api/reviews')).status).to.equal(200);
    expect((await send('GET', '/api/reviews/summary')).status).to.equal(200);
    expect((await send('POST', '/api/reviews/next')).status).to.equal(200);
    for (const search of [{ reference: 'nobody' }, { name: 'Nobody' }])
      expect((await send('POST', '/api/staff/search', search)).status).to.equal(200);
    expect(looks).to.deep.equal([]);
    const { id } = await desk.add(60);
    const decline = { outcome: 'decline', note: 'No.', expected_version: 1 };
    for (const [method, path, body] of [
      ['GET', '/api/reviews'],
      ['GET', `/api/reviews/${id}`],
      ['POST', '/api/reviews/next'],
      ['POST', `/api/reviews/${id}/release`],
      ['POST', `/api/reviews/${id}/claim`],
      ['POST', `/api/reviews/${id}/decision`, decline],
      ['POST', '/api/staff/search', { profile_id: id }],
      ['POST', '/api/staff/search', { name: 'Ada' }],
    ] as const)
      expect((await send(method, path, body)).status, path).to.equal(200);
    const shown = [
      'listReviews',
      'readReview',
      'claimNextReview',
      'releaseReview',
      'claimReview',
      'decideReview',
      'searchReviews',
      'searchReviews',
    ];
    expect(looks.map(({ operation }) => operation)).to.deep.equal(shown);
    for (const { caller, operation, profileId, profileIds } of looks) {
      expect(caller, operation).to.include({ kind: 'staff', staffId: staffMember(['senior']).staffId });
      expect(profileIds ?? [profileId], operation).to.deep.equal([id]);
    }
    expect((await send('POST', `/api/reviews/${id}/claim`)).status).to.equal(409);
    expect(looks.at(-1)).to.include({ operation: 'claimReview', profileId: id, status: 409 });
  });

  const malformed = ['limit=0', 'limit=101', 'claimed=ours', 'reason=none_such', 'policy=A', 'overdue=1', 'cursor=x'];
  for (const query of malformed)
    it(`are refused for ?${query}`, async () => {
      const { send } = await begin('reviewer');
      expect(codeOf(await send('GET', `/api/reviews?${query}`))).to.deep.equal([400, 'invalid_request']);
    });
});

describe('what staff read of a profile', () => {
  const redactedPaths = [
    `/api/profiles/${ada}`,
    `/api/profiles/${ada}/decision`,
    `/api/status_history/${ada}`,
    `/api/verification_history/${ada}`,
    '/api/profiles',
  ];

  for (const path of redactedPaths) {
    it(`is what the partner reads at ${path}, where persons may be read`, async () => {
      const { send, server } = await openDesk('auditor');
      const asPartner = await server.send({ path, headers: { authorization: 'Bearer machine' } });
      expect((await send('GET', path)).text).to.equal(asPartner.text);
      await server.close();
    });

    it(`has nothing of the person at ${path}, where they may not`, async () => {
      const { send, server } = await openDesk('admin');
      const { status, text } = await send('GET', path);
      await server.close();
      expect(status).to.equal(200);
      expect(text).to.not.match(/Ada|LOVELACE|basic|"personal"|"score"/);
    });
  }

  it('says that it is redacted, and keeps the form of the body', async () => {
    const { send, server } = await openDesk('admin');
    const asPartner = await server.send({ path: `/api/profiles/${ada}`, headers: { authorization: 'Bearer machine' } });
    const { json } = await send('GET', `/api/profiles/${ada}`);
    await server.close();
    expect(json).to.deep.equal({
      ...Object(asPartner.json),
      claimed: {},
      document: null,
      metadata: {},
      redirect_url: null,
      redacted: true,
      checks: Object(asPartner.json).checks.map(({ score: _, ...check }: Record<string, unknown>) => check),
      files: Object(asPartner.json).files.map(
        ({ original_sha256: _, sha256: __, ...file }: Record<string, unknown>) => file,
      ),
    });
  });

  it('has the reason of a reviewer only as a code, where persons may not be read', async () => {
    for (const [role, reason, shown] of [
      ['admin', 'neighbour_of_ada', ''],
      ['admin', 'review_declined', 'review_declined'],
      ['auditor', 'neighbour_of_ada', 'neighbour_of_ada'],
    ] as const) {
      const review = { reason, note: 'seen in person' };
      const recorded = { ...theExplanation.recorded, review };
      const explainDecision = () => TE.right({ ...theExplanation, recorded });
      const { send, server } = await openDeskWith(() => ({ explainDecision }), role);
      const { json } = await send('GET', `/api/profiles/${ada}/decision`);
      await server.close();
      const note = role === 'admin' ? null : review.note;
      expect(Object(json).review, `${role} ${reason}`).to.deep.equal({ reason: shown, note });
    }
  });

  it('is no list by metadata, where persons may not be read', async () => {
    for (const [role, expected] of [
      ['auditor', [200, undefined]],
      ['admin', [403, 'insufficient_permission']],
    ] as const) {
      const { send, server } = await openDesk(role);
      for (const path of ['/api/profiles?metadata[email]=x', '/api/profiles?view=summary&metadata[email]=x'])
        expect(codeOf(await send('GET', path)), path).to.deep.equal(expected);
      await server.close();
    }
  });

  it('has pictures for those alone who may see them, and the settings for everybody', async () => {
    for (const [role, expected] of [
      ['reviewer', 200],
      ['admin', 403],
    ] as const) {
      const { send, server } = await openDesk(role);
      expect((await send('GET', `/api/profiles/${ada}/files/${fileId}`)).status).to.equal(expected);
      expect((await send('GET', '/api/settings')).status).to.equal(200);
      await server.close();
    }
  });
});
