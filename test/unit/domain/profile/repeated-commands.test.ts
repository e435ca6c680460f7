import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { invalid, saltedDigest } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { ProfileAction } from '#domain/profile/commands';
import {
  applyAction,
  applyActions,
  consent,
  created,
  expectRejection,
  flow,
  inState,
  machine,
  openAction,
  supplyAction,
} from '../../../support/builders/profile-states.ts';

const appliedTwice = (profile: Profile, action: ProfileAction, actor = machine) => {
  const first = applyAction(profile, action, { actor, id: 'once' });
  const second = applyAction(first.profile, action, { actor, id: 'once', at: '2026-05-01T11:00:00.000Z' });
  return { first, second };
};

describe('a repeated command', () => {
  const cases: readonly (readonly [string, Profile, ProfileAction, typeof machine])[] = [
    ['opening', inState.created, { type: 'open_flow' }, flow],
    ['supplying', inState.in_progress, supplyAction(consent())[0], flow],
    ['a new link', inState.created, { type: 'renew_link' }, machine],
    ['a review', inState.in_review, { type: 'review_declined', reviewer: aReviewer, reason: 'r', note: 'n' }, machine],
    [
      'a further attempt',
      inState.declined,
      { type: 'input_requested', reviewer: aReviewer, steps: ['liveness'], note: 'n' },
      machine,
    ],
    ['an event of the partner', inState.approved, { type: 'append', event: 'partner.seen', data: {} }, machine],
  ];
  for (const [what, profile, action, actor] of cases) {
    it(`has one effect and the same answer: ${what}`, () => {
      const { first, second } = appliedTwice(profile, action, actor);
      expect(first.entries).not.to.deep.equal([]);
      expect(second).to.deep.equal({ profile: first.profile, entries: [] });
    });
  }

  it('is recognised by the version that it led to', () => {
    const { first } = appliedTwice(created(), { type: 'renew_link' });
    expect(first.profile.applied).to.deep.equal([{ commandId: 'once', seq: 2 }]);
  });

  it('is not recognised when it was refused, or changed nothing', () => {
    const profile = created();
    expectRejection(profile, { type: 'reopened', note: 'n' }, { id: 'once' });
    expect(applyAction(profile, { type: 'supply', evidence: [] }, { id: 'once' }).profile.applied).to.deep.equal([]);
    expect(applyAction(profile, openAction[0], { actor: flow, id: 'once' }).profile.status).to.equal('in_progress');
  });

  it('is recognised among the newest two hundred and fifty-six', () => {
    const renew = (profile: Profile, id: string): Profile =>
      applyAction(profile, { type: 'renew_link' }, { id }).profile;
    const ids = Array.from({ length: 257 }, (_, i) => `command-${i}`);
    const profile = ids.reduce(renew, created());
    expect(profile.applied.map(({ commandId }) => commandId)).to.deep.equal(ids.slice(1));
    expect(renew(profile, 'command-1').linkGeneration).to.equal(258);
    expect(renew(profile, 'command-0').linkGeneration).to.equal(259);
  });
});

describe('a profile that was replaced by another', () => {
  it('is not current any more, and names its successor', () => {
    const { entries, profile } = applyAction(inState.declined, { type: 'supersede', next: 'profile00000002' });
    expect([profile.current, profile.status]).to.deep.equal([false, 'declined']);
    expect(entries.map(({ data, kind, type }) => [kind, type, data])).to.deep.equal([
      ['verification_event', 'profile.superseded', { next_profile_id: 'profile00000002' }],
    ]);
  });
});

describe('a repeated create for a reference', () => {
  const reuse: ProfileAction = {
    type: 'reuse',
    claimed: { phone: '2', email: 'a@example.com' },
    metadata: { b: '2' },
    language: 'sv',
    redirectUrl: 'https://partner.example/back',
  };

  it('merges the partner’s data, and invalidates the older links', () => {
    const first = applyActions(created(), [
      { type: 'supply', claimed: { phone: '1' }, metadata: { a: '1' }, evidence: [] },
    ]);
    const { entries, profile } = applyAction(first, reuse);
    expect(profile).to.deep.include({
      status: 'created',
      claimed: { phone: '2', email: 'a@example.com' },
      metadata: { a: '1', b: '2' },
      language: 'sv',
      redirectUrl: 'https://partner.example/back',
      linkGeneration: 2,
    });
    expect(entries.map(({ type }) => type)).to.deep.equal(['profile.reused', 'claimed.updated', 'flow.link_issued']);
    expect(entries.at(-1)?.data).to.deep.equal({ generation: 2 });
  });

  it('keeps the data that the partner omits', () => {
    const first = applyAction(created(), reuse).profile;
    const bare: ProfileAction = { type: 'reuse', claimed: {}, metadata: {}, language: null, redirectUrl: null };
    const { entries, profile } = applyAction(first, bare);
    const { claimed, language, linkGeneration, metadata, redirectUrl } = profile;
    expect([claimed, language, metadata, redirectUrl, linkGeneration]).to.deep.equal([
      first.claimed,
      'sv',
      { b: '2' },
      'https://partner.example/back',
      3,
    ]);
    expect(entries.map(({ type }) => type)).to.deep.equal(['profile.reused', 'flow.link_issued']);
  });
});

describe('an event of the partner', () => {
  it('is appended in every state, at the time of the service, and changes no status', () => {
    for (const profile of Object.values(inState)) {
      const data = { score: 7, tags: ['a'] };
      const action: ProfileAction = { type: 'append', event: 'partner.call_made', data };
      const { entries, profile: after } = applyAction(profile, action, { at: profile.updatedAt });
      expect(after.status).to.equal(profile.status);
      expect(entries).to.deep.equal([
        {
          ...entries[0],
          kind: 'verification_event',
          type: 'partner.call_made',
          reasons: [],
          actor: machine,
          data: {},
          personal: data,
          personal_digest: saltedDigest(profile.salt, data),
          occurred_at: profile.updatedAt,
          recorded_at: profile.updatedAt,
          seq: profile.version + 1,
          prev_hash: profile.ledgerHead,
        },
      ]);
    }
  });

  it('is named partner.*, so that no partner can write what the service observes or decides', () => {
    for (const event of ['liveness.result', 'document.read', 'checks_completed', 'review_approved', 'partners.seen']) {
      const faults = [{ pointer: '/type', message: 'only events of the partner, partner.*, can be appended' }];
      const action: ProfileAction = { type: 'append', event, data: {} };
      expect(expectRejection(inState.processing, action), event).to.deep.equal(invalid(faults));
    }
  });
});
