import type { PolicyRef, Status } from '@portcullis/domain';
import { statuses } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { planCreate } from '#domain/use-cases/profiles/plan-create';
import { inState } from '../../../../support/builders/profile-states.ts';

const same: PolicyRef = { id: 'standard', version: '1+specimens' };
const newer: PolicyRef = { id: 'standard', version: '2' };
const other: PolicyRef = { id: 'strict', version: '1+specimens' };

type Plan = 'reuse with a link' | 'reuse' | 'replace' | 'cancel and replace';

/** The effect of a create by the status of the reference: under the same policy version, and under another. */
const table: Readonly<Record<Status, readonly [Plan, Plan]>> = {
  created: ['reuse with a link', 'cancel and replace'],
  in_progress: ['reuse with a link', 'cancel and replace'],
  requires_input: ['reuse with a link', 'cancel and replace'],
  processing: ['reuse', 'reuse'],
  in_review: ['reuse', 'reuse'],
  approved: ['reuse', 'reuse'],
  declined: ['replace', 'replace'],
  expired: ['replace', 'replace'],
  canceled: ['replace', 'replace'],
  lapsed: ['replace', 'replace'],
};

const planOf = (status: Status, plan: Plan) => {
  const existing = inState[status];
  if (plan === 'reuse' || plan === 'reuse with a link') return { plan: 'reuse', existing, newLink: plan !== 'reuse' };
  return { plan: 'replace', existing, cancel: plan === 'cancel and replace' ? 'policy_changed' : null };
};

describe('creating a profile for a reference', () => {
  it('that has none creates it', () => {
    expect(planCreate(null, same, false)).to.deep.equal({ plan: 'create' });
    expect(planCreate(null, same, true)).to.deep.equal({ plan: 'create' });
  });

  for (const status of statuses) {
    const [underSame, underOther] = table[status];
    it(`that is ${status} will ${underSame} under the same policy version`, () => {
      expect(planCreate(inState[status], same, false)).to.deep.equal(planOf(status, underSame));
    });
    it(`that is ${status} will ${underOther} under another version, or another policy`, () => {
      expect(planCreate(inState[status], newer, false)).to.deep.equal(planOf(status, underOther));
      expect(planCreate(inState[status], other, false)).to.deep.equal(planOf(status, underOther));
    });
    it(`that is ${status}, when a new one is forced, will ${status === 'approved' ? 'replace' : underSame}`, () => {
      const expected = planOf(status, status === 'approved' ? 'replace' : underSame);
      expect(planCreate(inState[status], same, true)).to.deep.equal(expected);
    });
    it(`that is ${status} with all of its changes, when a new one is forced, will not stay the one of its reference`, () => {
      const full = { ...inState[status], version: 500 };
      const cancel = table[status][0] === 'reuse with a link' ? 'forced' : null;
      expect(planCreate(full, same, true)).to.deep.equal(
        status === 'processing' || status === 'in_review'
          ? { plan: 'reuse', existing: full, newLink: false }
          : { plan: 'replace', existing: full, cancel },
      );
    });
  }
});
