import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { mustSucceed } from '../../support/run.ts';
import { aService } from '../../support/services/memory-service.ts';
import { submitEverything } from '../../support/services/submit-everything.ts';

const reviewing = machineToken('profiles:read', 'reviews:write');

const approval = (id: string) => ({ event: 'review_approved', reviewer: { id }, reason: 'seen', note: 'It is her.' });

describe('a review with four eyes over HTTP', () => {
  let api: MemoryServer;
  beforeEach(async () => {
    const policy = { review: { fourEyes: true } };
    api = await openMemoryServer(aService({ scenario: 'review_face_borderline', policy }));
    await submitEverything({ ...api, caller: (await mustSucceed(api.service.tokens.verify(api.flow))).principal });
  });
  afterEach(() => api.server.close());

  const approve = (reviewer: string, key?: string) =>
    api.send('POST', `/api/status_history/${api.id}`, {
      json: approval(reviewer),
      token: reviewing,
      ...(key !== undefined && { key }),
    });
  const review = async () => {
    const { json } = await api.send('GET', `/api/profiles/${api.id}`, { token: reviewing });
    const { assurance, status } = Object(json);
    return [status, assurance.review.state, assurance.review.reviewers];
  };

  it('counts a request that is repeated under its key once, however often the first reviewer sends it', async () => {
    const first = await approve('staff-0217', 'key-1');
    expect([first.status, Object(first.json).profile_status]).to.deep.equal([201, 'in_review']);
    for (const again of [await approve('staff-0217', 'key-1'), await approve('staff-0217', 'key-1')]) {
      expect([again.status, again.text, again.headers['idempotent-replayed']]).to.deep.equal([201, first.text, 'true']);
    }
    expect(await review()).to.deep.equal(['in_review', 'awaiting_second', ['staff-0217']]);
  });

  it('counts the same requests once when they come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => approve('staff-0217', 'key-1')));
    expect(all.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).to.deep.equal([]);
    expect(await review()).to.deep.equal(['in_review', 'awaiting_second', ['staff-0217']]);
  });

  it('refuses the first reviewer under another key, and the second one under the key of the first', async () => {
    await approve('staff-0217', 'key-1');
    for (const id of ['staff-0217', 'STAFF-0217']) {
      const again = await approve(id, `another-${id}`);
      expect([again.status, Object(again.json).code], id).to.deep.equal([422, 'validation_failed']);
    }
    const other = await approve('staff-0218', 'key-1');
    expect([other.status, Object(other.json).code]).to.deep.equal([422, 'idempotency_mismatch']);
    expect(await review()).to.deep.equal(['in_review', 'awaiting_second', ['staff-0217']]);
  });

  it('approves by two different reviewers, and answers each of them the same again', async () => {
    const first = await approve('staff-0217', 'key-1');
    const second = await approve('staff-0218', 'key-2');
    expect(Object(second.json).profile_status).to.equal('approved');
    expect((await approve('staff-0217', 'key-1')).text).to.equal(first.text);
    expect((await approve('staff-0218', 'key-2')).text).to.equal(second.text);
    expect(await review()).to.deep.equal(['approved', 'approved', ['staff-0217', 'staff-0218']]);
  });
});
