import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { codeOf, openDeskWith } from '../support/http/desk-server.ts';
import { staffMember } from '../support/http/the-staff.ts';
import { mustSucceed } from '../support/run.ts';
import { aStaffMember } from '../support/services/review-desk.ts';

const partner = { authorization: 'Bearer machine' };

describe('legal holds and erasure by staff', () => {
  let open: Awaited<ReturnType<typeof openDeskWith>>;
  const begin = async (...roles: readonly StaffRole[]) => {
    open = await openDeskWith(({ erase, history }) => ({ eraseProfile: erase, readHistory: history }), ...roles);
    return open;
  };
  afterEach(() => open.server.close());

  const admin = staffMember(['admin']);
  const by = { type: 'reviewer', id: admin.staffId };
  const hold = { by, at: '2026-05-04T09:30:00.000Z', note: 'Case 2027-113' };
  const everyEntry = async (id: string) =>
    mustSucceed(open.desk.stores.ledgerReader.entries(id, { afterSeq: 0, limit: 100 }));

  it('keep a profile from being erased by staff and by the partner, until they are released', async () => {
    const { desk, send, server } = await begin('admin');
    const { id } = await desk.add(60);
    const held = await send('POST', `/api/reviews/${id}/hold`, { note: hold.note });
    expect([held.status, Object(held.json).hold]).to.deep.equal([200, hold]);
    const again = await send('POST', `/api/reviews/${id}/hold`, { note: 'another' });
    expect(Object(again.json)).to.deep.equal(Object(held.json));
    expect(codeOf(await send('DELETE', `/api/profiles/${id}`))).to.deep.equal([409, 'legal_hold']);
    const byPartner = await server.send({ method: 'DELETE', path: `/api/profiles/${id}`, headers: partner });
    expect(codeOf(byPartner)).to.deep.equal([409, 'legal_hold']);
    const released = await send('POST', `/api/reviews/${id}/release-hold`, { note: 'Closed.' });
    expect([released.status, Object(released.json).hold]).to.deep.equal([200, null]);
    expect((await send('POST', `/api/reviews/${id}/release-hold`)).json).to.deep.equal(released.json);
    const erased = await send('DELETE', `/api/profiles/${id}`);
    expect([erased.status, Object(erased.json).redaction]).to.deep.equal([
      202,
      { by, reason: 'requested', requested_at: hold.at },
    ]);
    expect((await send('DELETE', `/api/profiles/${id}`)).json).to.deep.equal(erased.json);
  });

  it('say since when an erasure is announced to those who may take it back, and to nobody else', async () => {
    const erasureAnnouncedAt = '2026-05-04T08:00:00.000Z';
    for (const [role, expected] of [
      ['admin', erasureAnnouncedAt],
      ['auditor', erasureAnnouncedAt],
      ['senior', undefined],
    ] as const) {
      const { desk, send, server } = await begin(role);
      const over = { status: 'declined', waitingSince: null, erasesAt: '2026-05-05T08:00:00.000Z' } as const;
      const { id } = await desk.add(60, { ...over, erasureAnnouncedAt });
      expect(Object((await send('GET', `/api/reviews/${id}`)).json).erasure_announced_at, role).to.equal(expected);
      if (role !== 'senior') await server.close();
    }
  });

  it('are entries of the ledger with who did it, whose notes are beside what is hashed', async () => {
    const { desk, send } = await begin('admin');
    const { id } = await desk.add(60);
    await send('POST', `/api/reviews/${id}/hold`, { note: hold.note });
    await send('POST', `/api/reviews/${id}/release-hold`, { note: 'Closed.' });
    await send('DELETE', `/api/profiles/${id}`);
    const entries = await everyEntry(id);
    expect(
      entries.slice(1).map(({ actor, data, personal = null, type }) => ({ actor, data, personal, type })),
    ).to.deep.equal([
      { actor: by, data: {}, personal: { note: hold.note }, type: 'profile.hold_set' },
      { actor: by, data: {}, personal: { note: 'Closed.' }, type: 'profile.hold_released' },
      { actor: by, data: { because: 'requested' }, personal: null, type: 'profile.erasure_requested' },
    ]);
  });

  it('end an open profile with its erasure, in the name of who erased it', async () => {
    const { desk, send } = await begin('admin');
    const { id } = await desk.add(60, { status: 'in_progress', waitingSince: null, statusReasons: [] });
    expect(Object((await send('DELETE', `/api/profiles/${id}`)).json)).to.include({ id, status: 'canceled' });
    const [, ended] = await everyEntry(id);
    expect(ended).to.deep.include({ type: 'canceled', to: 'canceled', actor: by });
  });

  it('are not released by staff where the operator has set them', async () => {
    const { desk, send } = await begin('admin');
    const operator = { type: 'operator', id: 'counsel' } as const;
    const { id } = await desk.add(60, { legalHold: { since: hold.at, by: operator } });
    expect(codeOf(await send('POST', `/api/reviews/${id}/release-hold`))).to.deep.equal([409, 'legal_hold']);
    const { json } = await send('GET', `/api/reviews/${id}`);
    expect(Object(json).hold).to.deep.equal({ by: { type: 'operator', id: 'operator' }, at: hold.at, note: null });
  });

  for (const role of ['admin', 'auditor'] as const)
    it(`of the operator are told to the role ${role} and to the partner without name and note`, async () => {
      const { desk, send, server } = await begin(role);
      const { id } = await desk.add(60);
      await mustSucceed(desk.orderHold({ id, held: true, by: 'counsel', note: hold.note }));
      const shown = await send('GET', `/api/reviews/${id}`);
      expect(Object(shown.json).hold).to.deep.equal({
        by: { type: 'operator', id: 'operator' },
        at: hold.at,
        note: null,
      });
      const path = `/api/verification_history/${id}`;
      const answers = [shown, await send('GET', path), await server.send({ path, headers: partner })];
      expect(answers.map(({ text }) => text.includes('profile.hold_set'))).to.deep.equal([false, true, true]);
      for (const { text } of answers) expect(text).to.not.match(/counsel|Case 2027-113/);
    });

  it('are refused of a profile that is being erased', async () => {
    const { desk, send } = await begin('admin');
    const { id } = await desk.add(60);
    await send('DELETE', `/api/profiles/${id}`);
    for (const [path, body] of [['hold', { note: 'late' }], ['release-hold']] as const)
      expect(codeOf(await send('POST', `/api/reviews/${id}/${path}`, body)), path).to.deep.equal([
        409,
        'invalid_transition',
      ]);
  });

  for (const body of [undefined, {}, { note: '' }, { note: 7 }, { note: 'x', reason: 'y' }])
    it(`are refused for ${JSON.stringify(body) ?? 'no body'}`, async () => {
      const { desk, send } = await begin('admin');
      const { id } = await desk.add(60);
      const answer = await send('POST', `/api/reviews/${id}/hold`, body);
      expect(codeOf(answer)[0]).to.be.oneOf([400, 415]);
      expect(Object((await send('GET', `/api/reviews/${id}`)).json).hold).to.equal(null);
    });

  for (const [role, sees] of [
    ['admin', true],
    ['auditor', true],
    ['senior', false],
    ['reviewer', false],
  ] as const)
    it(`are ${sees ? 'shown to' : 'hidden from'} the role ${role}, and their notes too`, async () => {
      const { desk, send } = await begin(role);
      const { id, tenant } = await desk.add(60);
      const caller = { ...aStaffMember(7, ['admin']), tenant };
      await mustSucceed(desk.hold({ caller, id, held: true, note: hold.note }));
      const { json } = await send('GET', `/api/reviews/${id}`);
      expect(Object(json).hold).to.deep.equal(
        sees ? { ...hold, by: { type: 'reviewer', id: caller.staffId } } : undefined,
      );
      const { text } = await send('GET', `/api/verification_history/${id}`);
      expect([text.includes('profile.hold_set'), text.includes(hold.note)]).to.deep.equal([true, sees]);
      expect((await send('GET', '/api/reviews')).text).to.not.include(hold.note);
    });

  it('leave a partner their entries, which the chain needs, and no note', async () => {
    const { desk, send, server } = await begin('admin');
    const { id } = await desk.add(60);
    await send('POST', `/api/reviews/${id}/hold`, { note: hold.note });
    const { text } = await server.send({ path: `/api/verification_history/${id}`, headers: partner });
    expect([text.includes('profile.hold_set'), text.includes(hold.note)]).to.deep.equal([true, false]);
  });

  it('need the permission to erase', async () => {
    const { desk, send } = await begin('reviewer', 'senior', 'auditor');
    const { id } = await desk.add(60);
    for (const [method, path, body] of [
      ['POST', `/api/reviews/${id}/hold`, { note: 'x' }],
      ['POST', `/api/reviews/${id}/release-hold`],
      ['DELETE', `/api/profiles/${id}`],
    ] as const)
      expect(codeOf(await send(method, path, body)), path).to.deep.equal([403, 'insufficient_permission']);
    expect(await everyEntry(id)).to.have.length(1);
  });

  it('of another tenant are answered byte by byte like those of nobody, and change nothing', async () => {
    const { desk, send } = await begin('admin');
    const foreign = await desk.add(60, { tenant: { partnerId: 'globex', teamId: null }, reference: 'theirs' });
    const answerOf = ({ status, text }: Awaited<ReturnType<typeof send>>) => [
      status,
      text.replace(/"request_id":"[^"]*"/, ''),
    ];
    for (const [method, pathOf, body] of [
      ['POST', (id: string) => `/api/reviews/${id}/hold`, { note: 'x' }],
      ['POST', (id: string) => `/api/reviews/${id}/release-hold`],
      ['DELETE', (id: string) => `/api/profiles/${id}`],
    ] as const) {
      const theirs = await send(method, pathOf(foreign.id), body);
      expect(answerOf(theirs)).to.deep.equal(answerOf(await send(method, pathOf('nobody000000001'), body)));
      expect(theirs.status).to.equal(404);
    }
    expect(await everyEntry(foreign.id)).to.have.length(1);
  });

  it('are a line of the access log each, refusals that tell of them too', async () => {
    const { desk, looks, send } = await begin('admin');
    const { id } = await desk.add(60);
    await send('POST', `/api/reviews/${id}/hold`, { note: 'x' });
    await send('DELETE', `/api/profiles/${id}`);
    await send('POST', `/api/reviews/${id}/release-hold`);
    await send('DELETE', `/api/profiles/${id}`);
    expect(looks.map(({ operation, profileId, status }) => [operation, profileId, status])).to.deep.equal([
      ['holdReview', id, 200],
      ['eraseProfile', id, 409],
      ['releaseHold', id, 200],
      ['eraseProfile', id, 202],
    ]);
  });
});
