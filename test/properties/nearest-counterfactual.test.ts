import { decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Counterfactual, maxRuns, nearestCounterfactual } from '#explain/explanation/nearest-counterfactual';
import { policy } from '../support/builders/profile-states.ts';
import { leastOf, mostOf, runs } from '../support/effort.ts';
import {
  type CaseFacts,
  caseOf,
  decideOn,
  evidenceOf,
  facts,
  nearlyFlawless,
} from '../support/generators/case-facts.ts';
import { epoch, iso } from '../support/generators/profile-history.ts';
import { tightened, tightenings } from '../support/generators/stricter-policies.ts';

const severity = ['approve', 'retry', 'review', 'decline'];

/** The same person with what was answered made true by hand; `null` for a change that is not made here. */
const withChange = (given: CaseFacts, { changes }: Counterfactual): { given: CaseFacts; now: string } | null => {
  const [change, ...others] = changes;
  if (!change || others.length > 0) return null;
  const { what, to } = change;
  if (what === 'day') return { given, now: `${to}${iso(epoch).slice(10)}` };
  if (typeof to !== 'number') return null;
  if (what === 'liveness.confidence') return { given: { ...given, confidence: to }, now: iso(epoch) };
  if (what === 'face_match.similarity') return { given: { ...given, similarity: to }, now: iso(epoch) };
  const measure = /^images\.front\.(sharpness|brightness|glare|colour)$/.exec(what)?.[1];
  return measure && given.image
    ? { given: { ...given, image: { ...given.image, [measure]: to } }, now: iso(epoch) }
    : null;
};

describe('the nearest counterfactual', function () {
  this.timeout(1_800_000);

  it('ends better, or loses an approval, within its number of runs; and does so when it is applied by hand', () => {
    const numRuns = runs(20_000, 100);
    const seen = { none: 0, several: 0, byHand: 0, lost: 0 };
    const under = (by: Parameters<typeof tightened>[1]): FlatPolicy => tightened(policy, by);
    fc.assert(
      fc.property(fc.oneof(facts, nearlyFlawless), tightenings, (given, by) => {
        const file = caseOf(evidenceOf(given));
        const verdict = decideOn(under(by), evidenceOf(given));
        const { nearest, runs } = nearestCounterfactual(under(by), file, iso(epoch), verdict);
        expect(runs).to.be.at.most(maxRuns);
        if (!nearest) {
          // Nobody has another date of expiry for a passport that no State issues for so long.
          seen.none += given.mrz === 'endless' ? 0 : 1;
          return;
        }
        const step = severity.indexOf(nearest.outcome) - severity.indexOf(verdict.outcome);
        expect(verdict.outcome === 'approve' ? step > 0 : step < 0).to.equal(true);
        expect(nearest.changes.length).to.be.within(1, 3);
        const made = withChange(given, nearest);
        if (made) expect(decide(under(by), caseOf(evidenceOf(made.given)), made.now).outcome).to.equal(nearest.outcome);
        seen.byHand += made ? 1 : 0;
        seen.several += nearest.changes.length > 1 ? 1 : 0;
        seen.lost += verdict.outcome === 'approve' ? 1 : 0;
      }),
      { numRuns },
    );
    // A property of counterfactuals proves nothing when there are none.
    expect(Math.min(seen.several, seen.byHand, seen.lost)).to.be.at.least(leastOf(25, numRuns, 1000));
    expect(seen.none).to.be.at.most(mostOf(100, numRuns, 1000));
  });
});
