import { aReviewer, fakeHash } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import type { ProfileAction } from '#domain/profile/commands';
import {
  type ActionOptions,
  advanceTime,
  applyAction,
  applyActions,
  consent,
  created,
  expectRejection,
  flow,
  front,
  inState,
  machine,
  observeAction,
  result,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

/** The same profile with all the changes that one takes. */
const exhausted = (profile: Profile): Profile => ({ ...profile, version: 500, ledgerHead: fakeHash(500) });

const event = { kind: 'device_event', eventId: 'event-1' } as const;
const otherText = { kind: 'consent', textVersion: '2', locale: 'en', granted: true } as const;
const refusal = (n: number) => ({ kind: 'consent', textVersion: `a${n}`, locale: 'en', granted: false }) as const;
const reference = { type: 'reuse', claimed: {}, language: null, metadata: {}, redirectUrl: null } as const;
const review = { reviewer: aReviewer, note: 'n' } as const;

describe('what changes nothing', () => {
  const before = applyActions(created(), supplyAction(consent(), event), [
    { type: 'supply', evidence: [], claimed: { last_name: 'Eriksson' }, language: 'de', metadata: { plan: 'basic' } },
    { actor: machine },
  ]);

  const repeated: Readonly<Record<string, readonly [ProfileAction, ActionOptions?]>> = {
    'the same language': [{ type: 'supply', evidence: [], language: 'de' }],
    'the same metadata': [{ type: 'supply', evidence: [], metadata: { plan: 'basic' } }],
    'the removal of a key that is not there': [{ type: 'supply', evidence: [], metadata: { tier: null } }],
    'the same claim': [{ type: 'supply', evidence: [], claimed: { last_name: 'Eriksson' } }],
    'the same consent': supplyAction(consent()),
    'the same device event': supplyAction(event),
    nothing: supplyAction(),
  };

  for (const [what, step] of Object.entries(repeated)) {
    it(`writes nothing: ${what}, fifty times`, () => {
      const times = Array.from({ length: 50 }, () => step);
      expect(applyActions(before, ...times)).to.deep.equal(before);
    });
  }

  for (const status of ['created', 'in_progress', 'requires_input'] as const) {
    it(`is a refusal of consent after another one with another text: the first one submits what was ${status}`, () => {
      const refused = applyAction(inState[status], ...supplyAction(refusal(0))).profile;
      expect(refused.status).to.equal('processing');
      const others = Array.from({ length: 50 }, (_, n) => supplyAction({ ...refusal(n), locale: n % 2 ? 'de' : 'en' }));
      expect(applyActions(refused, ...others)).to.deep.equal(refused);
    });
  }

  it('is left out of the record of what changes something', () => {
    const metadata = { plan: 'basic', tier: 'gold' };
    const { entries } = applyAction(before, { type: 'supply', evidence: [], language: 'de', metadata });
    expect(entries.map(({ personal, type }) => [type, personal])).to.deep.equal([
      ['profile.updated', { metadata_keys: ['tier'] }],
    ]);
  });

  it('is not a consent to another text, a withdrawal, or a consent that was asked for again', () => {
    for (const item of [otherText, consent(false)])
      expect(applyAction(before, ...supplyAction(item)).entries).to.not.deep.equal([]);
    const asked = applyAction(inState.in_review, { type: 'input_requested', steps: ['consent'], ...review }).profile;
    expect(applyAction(asked, ...supplyAction(consent())).entries.map(({ type }) => type)).to.include(
      'consent.granted',
    );
  });
});

describe('a profile that has had its 500 changes', () => {
  const open = exhausted(applyActions(created(), supplyAction(consent())));

  const refused: Readonly<Record<string, readonly [ProfileAction, ActionOptions?]>> = {
    'another language': [{ type: 'supply', evidence: [], language: 'de' }, { actor: flow }],
    'other metadata': [{ type: 'supply', evidence: [], metadata: { plan: 'basic' } }],
    'another claim': [{ type: 'supply', evidence: [], claimed: { last_name: 'Eriksson' } }],
    'a photo': supplyAction(front()),
    'a consent to another text': supplyAction(otherText),
    'a withdrawal beside something else': [{ type: 'supply', evidence: [consent(false)], language: 'de' }],
    'a new link': [{ type: 'renew_link' }],
    'the reference again': [reference],
    'an event of the partner': [{ type: 'append', event: 'partner.seen', data: {} }],
  };

  for (const [what, [action, given]] of Object.entries(refused)) {
    it(`refuses ${what}, and tells when it ends`, () => {
      expect(expectRejection(open, action, given)).to.deep.equal({
        _tag: 'ChangeLimitReached',
        changes: 500,
        endsAt: created().expiresAt,
      });
      expect(applyAction({ ...open, version: 499 }, action, given).entries).to.not.deep.equal([]);
    });
  }

  it('has had them without the legal holds that were set and released', () => {
    const another = [{ type: 'append', event: 'partner.seen', data: {} }] as const;
    const holds = Array.from({ length: 20 }, (_, n): readonly [ProfileAction] => [
      { type: n % 2 === 0 ? 'hold' : 'release', note: null },
    ]);
    const before = { ...open, version: 499 };
    const held = applyActions(before, ...holds);
    expect([held.version, held.holdChanges]).to.deep.equal([519, 20]);
    const last = applyAction(held, ...another);
    expect(last.entries.map(({ seq }) => seq)).to.deep.equal([520]);
    expect(expectRejection(last.profile, ...another)).to.include({ _tag: 'ChangeLimitReached', changes: 500 });
    const again = applyActions(last.profile, ...holds.slice(0, 1));
    expect(expectRejection(again, ...another)).to.include({ _tag: 'ChangeLimitReached' });
  });

  it('names no end where a profile is settled', () => {
    const action = { type: 'append', event: 'partner.seen', data: {} } as const;
    expect(expectRejection(exhausted(inState.approved), action)).to.deep.include({ endsAt: null });
  });

  it('takes a withdrawal of consent, what was observed, a cancellation, a hold and an erasure', () => {
    const withdrawn = applyAction(open, ...supplyAction(consent(false)));
    expect(withdrawn.entries[0]).to.include({ type: 'consent.declined', seq: 501 });
    expect(applyAction(withdrawn.profile, ...supplyAction(consent(false))).entries).to.deep.equal([]);
    expect(applyAction(withdrawn.profile, ...supplyAction(refusal(1))).entries).to.deep.equal([]);
    expect(applyAction(open, ...observeAction(1, result())).entries).to.not.deep.equal([]);
    for (const action of [
      { type: 'canceled', note: null },
      { type: 'hold', note: null },
      { type: 'erase', because: 'requested' },
    ] as const)
      expect(applyAction(open, action).entries, action.type).to.not.deep.equal([]);
  });

  it('expires, and is reviewed', () => {
    expect(advanceTime(open, open.expiresAt).profile.status).to.equal('expired');
    const inReview = exhausted(inState.in_review);
    for (const action of [
      { type: 'review_approved', reason: 'seen', ...review },
      { type: 'review_declined', reason: 'seen', ...review },
      { type: 'input_requested', steps: ['document_front'], ...review },
    ] as const)
      expect(applyAction(inReview, action).profile.status, action.type).to.not.equal('in_review');
    expect(applyAction(exhausted(inState.approved), { type: 'reopened', note: 'n' }).profile.status).to.equal(
      'in_review',
    );
    expect(applyAction(exhausted(inState.lapsed), { type: 'renewed', note: null }).profile.status).to.equal(
      'requires_input',
    );
  });
});
