import { aReviewer, aSession } from '@portcullis/contracts/builders';
import { saltedDigest } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aConsent } from '../../../../support/builders/evidence.ts';
import {
  advanceTime,
  applyAction,
  applyActions,
  back,
  completeAction,
  consent,
  created,
  expectRejection,
  flow,
  front,
  inState,
  machine,
  match,
  now,
  observeAction,
  openAction,
  policy,
  reading,
  result,
  session,
  submitted,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const sessionId = aSession().sessionId;
const moves = (entries: ReturnType<typeof applyAction>['entries']) =>
  entries.map(({ actor, from, to, type }) => [type, from ?? null, to ?? null, actor.type]);

describe('opening the flow', () => {
  it('moves a created profile into progress, and records who did it', () => {
    const { entries, profile } = applyAction(created(), ...openAction);
    expect([profile.status, profile.version, profile.updatedAt]).to.deep.equal(['in_progress', 2, now]);
    expect(entries).to.deep.equal([
      {
        id: entries[0]?.id,
        profile_id: 'profile00000001',
        seq: 2,
        kind: 'status_change',
        type: 'flow_opened',
        from: 'created',
        to: 'in_progress',
        reasons: [],
        actor: { type: 'flow', id: 'aflow' },
        data: {},
        occurred_at: now,
        recorded_at: now,
        prev_hash: created().ledgerHead,
        hash: profile.ledgerHead,
      },
    ]);
  });
});

describe('supplying evidence', () => {
  it('moves a created profile into progress', () => {
    const { entries, profile } = applyAction(created(), { type: 'supply', evidence: [consent()] }, { actor: machine });
    expect(moves(entries)).to.deep.equal([
      ['consent.granted', null, null, 'machine'],
      ['evidence_added', 'created', 'in_progress', 'machine'],
    ]);
    expect(profile.evidence).to.deep.equal([{ ...aConsent(), at: now }]);
  });

  it('in progress writes no change of status', () => {
    const consented = applyAction(inState.in_progress, ...supplyAction(consent())).profile;
    expect(moves(applyAction(consented, ...supplyAction(front())).entries)).to.deep.equal([
      ['file.added', null, null, 'flow'],
    ]);
  });

  it('submits the profile with the last step, as the service itself, and gives the checks fifteen minutes', () => {
    const almost = applyActions(created(), openAction, supplyAction(consent()), observeAction(1, result()));
    const { entries, profile } = applyAction(almost, ...supplyAction(front()));
    expect(moves(entries)).to.deep.equal([
      ['file.added', null, null, 'flow'],
      ['submitted', 'in_progress', 'processing', 'system'],
    ]);
    expect([profile.status, profile.processingEndsAt]).to.deep.equal(['processing', '2026-05-01T10:20:00.000Z']);
  });

  it('opens, supplies and submits in one command where everything is supplied at once', () => {
    const { entries } = applyAction(created(), ...supplyAction(consent(), front(), result()));
    expect(moves(entries)).to.deep.equal([
      ['consent.granted', null, null, 'flow'],
      ['file.added', null, null, 'flow'],
      ['liveness.result', null, null, 'flow'],
      ['evidence_added', 'created', 'in_progress', 'flow'],
      ['submitted', 'in_progress', 'processing', 'system'],
    ]);
  });

  it('submits the same in whichever order the steps are supplied after the consent', () => {
    const orders = [
      [consent(), front(), result()],
      [consent(), result(), front()],
    ];
    const ends = orders.map(
      (items) => applyActions(created(), openAction, ...items.map((item) => supplyAction(item))).status,
    );
    expect(ends).to.deep.equal(['processing', 'processing']);
  });

  it('does not count a session that expired, or yielded no image, as the step', () => {
    const without = applyActions(created(), openAction, supplyAction(consent(), front()));
    for (const fruitless of [
      result({ status: 'expired', confidence: null, referenceFileId: null }),
      result({ referenceFileId: null }),
    ]) {
      const { profile } = applyAction(without, ...observeAction(1, fruitless));
      expect([profile.status, profile.attempt]).to.deep.equal(['in_progress', { number: 1, max: 3 }]);
    }
  });

  it('requests nothing more of a person who declines consent', () => {
    const { entries, profile } = applyAction(inState.in_progress, ...supplyAction(consent(false)));
    expect(moves(entries)).to.deep.equal([
      ['consent.declined', null, null, 'flow'],
      ['submitted', 'in_progress', 'processing', 'system'],
    ]);
    expect(applyAction(profile, ...completeAction).profile).to.deep.include({
      status: 'in_review',
      statusReasons: ['consent_declined', 'checks_incomplete'],
    });
  });

  it('merges claimed data, and records the names of its fields in the ledger', () => {
    const first = applyAction(created(), {
      type: 'supply',
      claimed: { full_name: 'A', phone: '1' },
      evidence: [],
    }).profile;
    const { entries, profile } = applyAction(first, { type: 'supply', claimed: { phone: '2' }, evidence: [] });
    const claimed = { full_name: 'A', phone: '2' };
    expect([profile.claimed, profile.status]).to.deep.equal([claimed, 'created']);
    expect(profile.evidence.map((item) => item.kind === 'claimed' && item.claimed)).to.deep.equal([
      { full_name: 'A', phone: '1' },
      claimed,
    ]);
    expect(entries.map(({ data, type }) => [type, data])).to.deep.equal([
      ['claimed.updated', { fields: ['full_name', 'phone'], digest: saltedDigest(profile.salt, claimed), attempt: 1 }],
    ]);
  });

  it('merges metadata, deletes what is null, and records its keys in the ledger', () => {
    const first = applyAction(created(), { type: 'supply', metadata: { a: '1', b: '2' }, evidence: [] }).profile;
    const { entries, profile } = applyAction(first, {
      type: 'supply',
      metadata: { b: null, c: '3', x: null },
      language: 'sv',
      evidence: [],
    });
    expect([profile.metadata, profile.language]).to.deep.equal([{ a: '1', c: '3' }, 'sv']);
    const personal = { language: 'sv', metadata_keys: ['b', 'c'] };
    expect(entries.map((entry) => [entry.type, entry.data, entry.personal, entry.personal_digest])).to.deep.equal([
      ['profile.updated', {}, personal, saltedDigest(profile.salt, personal)],
    ]);
  });

  it('that is empty writes nothing', () => {
    const before = created();
    expect(applyAction(before, { type: 'supply', evidence: [] })).to.deep.equal({ profile: before, entries: [] });
  });

  for (const [what, item] of [
    ['a liveness session', session(sessionId)],
    ['browser credentials', { kind: 'browser_credentials', sessionId } as const],
    ['a photo of the document', front()],
    ['a photo of its back', back],
  ] as const) {
    it(`of ${what} is refused before consent, and after it was declined or requested again`, () => {
      const required = { _tag: 'ConsentRequired' };
      const asked = applyAction(inState.in_review, {
        type: 'input_requested',
        reviewer: aReviewer,
        steps: ['consent'],
        note: 'n',
      }).profile;
      expect(expectRejection(inState.in_progress, ...supplyAction(item))).to.deep.equal(required);
      // A file beside a refusal is refused for standing there, so that nobody takes the refusal for recorded.
      expect(expectRejection(inState.in_progress, ...supplyAction(consent(false), item))._tag).to.equal(
        item.kind === 'file' ? 'Invalid' : 'ConsentRequired',
      );
      expect(expectRejection(asked, ...supplyAction(item))).to.deep.equal(required);
      expect(applyAction(inState.in_progress, ...supplyAction(consent(), item)).profile.status).to.equal('in_progress');
      const given = applyAction(inState.in_progress, ...supplyAction(consent())).profile;
      expect(applyAction(given, ...supplyAction(item)).profile.status).to.equal('in_progress');
    });
  }

  for (const [step, item] of [
    ['consent', { kind: 'consent', textVersion: '2', locale: 'en', granted: true } as const],
    ['document_front', front()],
    ['document_back', back],
    ['liveness', session(sessionId)],
    ['device', { kind: 'device_event', eventId: 'event-1' } as const],
  ] as const) {
    it(`of the ${step} is refused where the policy lacks the step, and accepted where a reviewer requested it`, () => {
      const without = {
        ...policy,
        steps: policy.steps.filter((each) => each !== step),
        optionalSteps: policy.optionalSteps.filter((each) => each !== step),
      };
      const started = applyActions(created(), openAction, supplyAction(consent()));
      expect(expectRejection(started, { type: 'supply', evidence: [item] }, { under: without })).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: `/${step}`, message: 'the policy does not ask for this' }],
      });
      const asked = { ...started, askedSteps: [step] };
      expect(
        applyAction(asked, { type: 'supply', evidence: [item] }, { under: without }).profile.evidence.length,
      ).to.equal(2);
    });
  }

  it('with an explicit submit is submitted only when everything is there', () => {
    expect(expectRejection(inState.in_progress, { type: 'submit' }, { actor: flow })).to.deep.equal({
      _tag: 'InvalidTransition',
      event: 'submitted',
      status: 'in_progress',
      allowed: ['evidence_added', 'submitted', 'canceled'],
    });
  });
});

describe('the observation of a provider', () => {
  it('during processing is stored, causes no transition, and counts in the decision', () => {
    const { entries, profile } = applyAction(submitted(), ...observeAction(1, reading(), match()));
    expect(moves(entries)).to.deep.equal([
      ['document.read', null, null, 'system'],
      ['face.compared', null, null, 'system'],
    ]);
    expect(applyAction(profile, ...completeAction).profile.status).to.equal('approved');
  });

  it('of a session of an older attempt is stored as late without its face, and changes no status', () => {
    const before = inState.requires_input;
    const { entries, profile } = applyAction(before, ...observeAction(1, result({ sessionId })));
    const withheld = { referenceFileId: null, faceWithheld: true, attempt: 1, at: now, late: true } as const;
    expect(profile).to.deep.equal({
      ...before,
      evidence: [...before.evidence, { ...result({ sessionId }), ...withheld }],
      applied: profile.applied,
      version: before.version + 1,
      ledgerHead: profile.ledgerHead,
    });
    expect(moves(entries)).to.deep.equal([['liveness.late_result', null, null, 'system']]);
  });

  for (const status of ['processing', 'in_review', 'approved', 'declined', 'lapsed', 'expired', 'canceled'] as const) {
    it(`of a session is stored as late while ${status}, and changes nothing else`, () => {
      const before = inState[status];
      const { profile } = applyAction(before, ...observeAction(before.attempt.number, result()));
      expect(profile.status).to.equal(status);
      expect(profile.evidence.at(-1)).to.deep.include({ kind: 'liveness_result', late: true });
      expect([profile.decision, profile.attempt, profile.checks]).to.deep.equal([
        before.decision,
        before.attempt,
        before.checks,
      ]);
    });
  }
});

describe('a transition by time that is due', () => {
  it('is applied before the command, which is then refused', () => {
    const late = created().expiresAt;
    expect(expectRejection(created(), openAction[0], { actor: flow, at: late })).to.deep.equal({
      _tag: 'InvalidTransition',
      event: 'flow_opened',
      status: 'expired',
      allowed: [],
    });
    expect(advanceTime(created(), late).profile.status).to.equal('expired');
  });
});
