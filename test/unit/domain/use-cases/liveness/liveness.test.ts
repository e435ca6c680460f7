import { pipe, TE } from '@portcullis/domain';
import type { OpenedSession } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  consentingPerson,
  evidenceKindsOf,
  partner,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';
import { convincing, providerOf } from '../../../../support/services/scripted-liveness.ts';

const minute = 60_000;

/** A person who has consented. */
describe('a liveness session', () => {
  it('requires consent before it opens', async () => {
    const person = await aPerson(aService());
    expect(await mustFail(personActions(person).open())).to.deep.equal({ _tag: 'ConsentRequired' });
    expect((await stored(person.service, person.id)).evidence).to.deep.equal([]);
  });

  it('is opened for three minutes, and stored', async () => {
    const one = await consentingPerson();
    const opened = await mustSucceed(one.open());
    expect(opened).to.deep.equal({
      sessionId: opened.sessionId,
      profileId: one.person.id,
      clientParameters: { region: 'eu-west-1', challenge: 'movement_and_light' },
      expiresAt: '2026-05-01T00:03:00.000Z',
      serverTime: '2026-05-01T00:00:00.000Z',
    });
    expect((await stored(one.service, one.person.id)).evidence.at(-1)).to.deep.equal({
      kind: 'liveness_session',
      sessionId: opened.sessionId,
      challenge: 'movement_and_light',
      region: 'eu-west-1',
      expiresAt: '2026-05-01T00:03:00.000Z',
      attempt: 1,
      at: '2026-05-01T00:00:00.000Z',
    });
  });

  describe('of a vendor of its own kind', () => {
    const sessionId = `_${'aZ09.-'.repeat(21)}x`;
    const clientParameters = { token: 'eyJhbGciOi.JIUzI1NiJ9_', stream: 'wss://presence.example.com' };
    const vendorOf =
      (over: Partial<OpenedSession>): NonNullable<ServiceChanges['liveness']> =>
      (provider) => ({
        ...provider,
        open: ({ call, ...input }) =>
          pipe(
            provider.open({ call, ...input }),
            TE.map((opened) => ({ ...opened, sessionId, clientParameters, ...over })),
          ),
      });

    it('is opened and answered again with its opaque id and its parameters, without region or challenge', async () => {
      const one = await consentingPerson({ liveness: vendorOf({}) });
      const opened = await mustSucceed(one.open());
      expect(opened).to.deep.include({ sessionId, clientParameters });
      expect(sessionId).to.have.length(128);
      expect((await stored(one.service, one.person.id)).evidence.at(-1))
        .to.include.keys('parameters')
        .and.not.have.any.keys('region', 'challenge');
      expect(await mustSucceed(personActions(one.person).open('movement'))).to.deep.equal(opened);
    });

    const parameters = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 'x'.repeat(length)]));
    for (const [what, over] of Object.entries({
      'an id of 129 characters': { sessionId: 'x'.repeat(129) },
      'an empty id': { sessionId: '' },
      'an id that leads to another path': { sessionId: '..' },
      'an id with a slash': { sessionId: 'a/b' },
      'a parameter of 4,097 characters': { clientParameters: parameters(1, 4097) },
      '17 parameters': { clientParameters: parameters(17, 1) },
      'a parameter without a name': { clientParameters: { '': 'x' } },
    }))
      it(`is an outage, and leaves nothing, where it has ${what}`, async () => {
        const one = await consentingPerson({ liveness: vendorOf(over) });
        expect(await mustFail(one.open())).to.include({ service: 'liveness', kind: 'invalid_response' });
        expect(await evidenceKindsOf(one.person)).to.deep.equal(['consent']);
      });
  });

  it('that is open is answered again, also to two concurrent requests', async () => {
    const one = await consentingPerson();
    const [first, second] = await Promise.all([mustSucceed(one.open()), mustSucceed(one.open())]);
    const third = await mustSucceed(one.open());
    expect(new Set([first.sessionId, second.sessionId, third.sessionId]).size).to.equal(1);
    expect((await evidenceKindsOf(one.person)).filter((kind) => kind === 'liveness_session').length).to.equal(1);
  });

  it('that is open is answered until it expires, and to nobody who asks for another challenge', async () => {
    const one = await consentingPerson();
    const first = await mustSucceed(one.open());
    const gentle = await mustSucceed(personActions(one.person).open('movement'));
    expect(gentle.clientParameters.challenge).to.equal('movement');
    expect(gentle.sessionId).not.to.equal(first.sessionId);
    expect(await mustSucceed(personActions(one.person).open('movement'))).to.deep.equal(gentle);
    one.service.clock.advance(3 * minute);
    expect((await mustSucceed(one.open())).sessionId).not.to.equal(first.sessionId);
  });

  it('for which credentials were issued may be used up: another one is opened in the same attempt', async () => {
    const one = await consentingPerson({ scenario: 'approve_after_waiting' });
    const first = await mustSucceed(one.open());
    await mustSucceed(one.credentials());
    const [second, same] = await Promise.all([mustSucceed(one.open()), mustSucceed(one.open())]);
    expect(second.sessionId).not.to.equal(first.sessionId);
    expect(same.sessionId).to.equal(second.sessionId);
    const { attempt, evidence } = await stored(one.service, one.person.id);
    expect(attempt.number).to.equal(1);
    expect(evidence.filter(({ kind }) => kind === 'liveness_session')).to.have.length(2);
  });

  it('that may be used up is read before another one is opened, and none is where it counts', async () => {
    const one = await consentingPerson();
    await mustSucceed(one.open());
    await mustSucceed(one.credentials());
    expect(await mustFail(one.open())).to.include({ _tag: 'InvalidTransition', event: 'liveness_session' });
    expect(await evidenceKindsOf(one.person)).to.include('liveness_result');
  });

  it('is not opened again once a result counts', async () => {
    const one = await consentingPerson();
    await completeLiveness(one.person);
    expect(await mustFail(one.open())).to.deep.equal({
      _tag: 'InvalidTransition',
      event: 'liveness_session',
      status: 'in_progress',
      allowed: ['evidence_added', 'submitted', 'expired', 'canceled'],
    });
  });
});

describe('a liveness result', () => {
  it('is stored with its reference image, and answered completely', async () => {
    const one = await consentingPerson();
    const result = await completeLiveness(one.person);
    expect(result).to.deep.equal({
      sessionId: result.sessionId,
      profileId: one.person.id,
      status: 'succeeded',
      live: true,
      confidence: 97.4,
      threshold: 75,
      referenceImageFileId: result.referenceImageFileId,
      profileStatus: 'in_progress',
      language: 'en',
      reasons: [],
    });
    const image = await mustSucceed(one.service.files.get(one.person.id, result.referenceImageFileId ?? ''));
    expect(image.contentType).to.equal('image/jpeg');
    expect(await evidenceKindsOf(one.person)).to.deep.equal(['consent', 'liveness_session', 'file', 'liveness_result']);
  });

  for (const [contentType, bytes] of [
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['application/octet-stream', Buffer.from('no image')],
  ] as const) {
    it(`is stored with its image, whose type is derived from the bytes: ${contentType}`, async () => {
      const liveness: ServiceChanges['liveness'] = (provider) => ({
        ...provider,
        read: () =>
          TE.right({ status: 'succeeded', confidence: 97.4, challenge: 'movement_and_light', referenceImage: bytes }),
      });
      const one = await consentingPerson({ liveness });
      const { referenceImageFileId } = await completeLiveness(one.person);
      const image = await mustSucceed(one.service.files.get(one.person.id, referenceImageFileId ?? ''));
      expect(image).to.deep.equal({ contentType, bytes: new Uint8Array(bytes) });
    });
  }

  for (const live of [true, false])
    it(`of a provider without a scale is ${live ? '' : 'not '}live by its verdict, and has no confidence`, async () => {
      const referenceImage = Buffer.from('no image');
      const liveness: ServiceChanges['liveness'] = (provider) => ({
        ...provider,
        read: () =>
          TE.right({ status: 'succeeded', confidence: null, live, challenge: 'movement_and_light', referenceImage }),
      });
      const one = await consentingPerson({ liveness });
      const result = await completeLiveness(one.person);
      expect(result).to.include({ live, confidence: null });
      expect(result.reasons).to.deep.equal(live ? [] : ['liveness_session_failed']);
      const kept = (await stored(one.service, one.person.id)).evidence.at(-1);
      expect(kept).to.include({ kind: 'liveness_result', confidence: null, live });
    });

  it('of a provider with a scale is not live against its verdict, which is kept', async () => {
    const { liveness } = providerOf([{ ...convincing, live: false }]);
    const one = await consentingPerson({ liveness });
    const result = await completeLiveness(one.person);
    expect(result).to.deep.include({ live: false, confidence: 97, reasons: ['liveness_session_failed'] });
    const kept = (await stored(one.service, one.person.id)).evidence.at(-1);
    expect(kept).to.include({ kind: 'liveness_result', confidence: 97, live: false });
  });

  it('of a running session is not stored', async () => {
    const one = await consentingPerson({ scenario: 'approve_after_waiting' });
    const { sessionId } = await mustSucceed(one.open());
    const read = () => mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
    expect(await read()).to.deep.equal({
      sessionId,
      profileId: one.person.id,
      status: 'in_progress',
      live: null,
      confidence: null,
      threshold: 75,
      referenceImageFileId: null,
      profileStatus: 'in_progress',
      language: 'en',
      reasons: [],
    });
    expect(await evidenceKindsOf(one.person)).to.deep.equal(['consent', 'liveness_session']);
    await read();
    expect((await read()).status).to.equal('succeeded');
  });

  it('is read from the provider once, and then answered from the store', async () => {
    const one = await consentingPerson();
    const { sessionId } = await mustSucceed(one.open());
    const read = () => mustSucceed(one.service.readResult({ caller: partner, sessionId }));
    const [first, ...others] = await Promise.all([read(), read(), read()]);
    one.service.clock.advance(5 * minute);
    expect(await read()).to.deep.equal(first);
    expect(others).to.deep.equal([first, first]);
    expect((await evidenceKindsOf(one.person)).filter((kind) => kind === 'liveness_result').length).to.equal(1);
  });

  for (const [scenario, status, live, reason] of [
    ['retry_liveness_then_approve', 'succeeded', false, 'liveness_low_score'],
    ['retry_liveness_failed_then_approve', 'failed', false, 'liveness_session_failed'],
    ['decline_liveness_attack', 'succeeded', false, 'liveness_attack'],
    ['liveness_session_expired_then_approve', 'expired', false, 'liveness_session_expired'],
    ['liveness_no_reference_then_approve', 'succeeded', false, 'liveness_no_reference_image'],
  ] as const) {
    it(`with ${reason} is not live`, async () => {
      const one = await consentingPerson({ scenario });
      expect(await completeLiveness(one.person)).to.deep.include({ status, live, reasons: [reason] });
    });
  }

  it('that the provider has forgotten counts as expired', async () => {
    const one = await consentingPerson();
    const { sessionId } = await mustSucceed(one.open());
    const forgetful = aService({ seed: 'restarted' }, one.service.records, one.service.clock);
    expect(await mustSucceed(forgetful.readResult({ caller: partner, sessionId }))).to.deep.include({
      status: 'expired',
      live: false,
      reasons: ['liveness_session_expired'],
    });
  });

  it('of a session that nobody opened is not found', async () => {
    const one = await consentingPerson();
    const sessionId = '00000000-0000-4000-8000-00000000dead';
    expect(await mustFail(one.service.readResult({ caller: partner, sessionId }))).to.deep.equal({ _tag: 'NotFound' });
  });
});
