import { lintPolicy, lintPolicyInSteps } from '@portcullis/explain';
import { expect } from 'chai';
import { lintDraft } from '#backoffice/policy-drafts/lint-draft';
import { countingList, unknownCountries } from '../../../support/builders/country-lists.ts';
import { aProductionPolicy } from '../../../support/builders/policies.ts';

const lax = aProductionPolicy({ liveness: { pass: 5, attack: 1 }, sampling: 0.5 });

/** A policy that allows and denies so many countries, and does not judge them, and how often they have been read. */
const withCountries = (each: number) => {
  const { checks, documents, ...rest } = aProductionPolicy();
  const { document_type: _, ...otherChecks } = checks;
  const countries = unknownCountries(2 * each);
  const allowed = countingList(countries.slice(0, each));
  const denied = countingList(countries.slice(each));
  const lists = { allowedCountries: allowed.list, deniedCountries: denied.list };
  return {
    policy: { ...rest, checks: otherChecks, documents: { ...documents, ...lists } },
    reads: () => allowed.reads() + denied.reads(),
  };
};

describe('the lint of a draft', () => {
  it('finds in steps what it finds at once, and lets others go on between them', async () => {
    let pauses = 0;
    const found = await lintPolicyInSteps(lax, async () => {
      pauses += 1;
    });
    expect(found).to.deep.equal(lintPolicy(lax));
    expect(found.length).to.be.greaterThan(0);
    expect(pauses).to.be.greaterThan(20);
  });

  it('reads each country some times, however many there are, and lets others go on meanwhile', async () => {
    const { policy, reads } = withCountries(200);
    const atPauses: number[] = [];
    await lintPolicyInSteps(policy, async () => {
      atPauses.push(reads());
    });
    expect(reads()).to.be.lessThan(400 * 20);
    expect(atPauses[0]).to.be.lessThan(reads());
  });

  it('refuses a document without thresholds for the model that compares faces', async () => {
    const lint = lintDraft({ faces: { model: 'acme-3' }, pause: async () => undefined });
    const { faceMatch } = aProductionPolicy();
    const others = { ...faceMatch, models: { 'acme-2': { pass: 40, review: 30 } } };
    const message = 'has no thresholds for acme-3, which compares the faces: nobody passes';
    for (const policy of [aProductionPolicy(), aProductionPolicy({ faceMatch: others })])
      expect(await lint(policy)).to.deep.equal([{ level: 'error', pointer: '/faceMatch/models', message }]);
    const own = { ...faceMatch, models: { 'acme-3': { pass: 40, review: 30 } } };
    expect(await lint(aProductionPolicy({ faceMatch: own }))).to.deep.equal([]);
  });

  it('examines the same document once, and again where that has failed', async () => {
    let pauses = 0;
    let isBroken = true;
    const lint = lintDraft({
      faces: {},
      pause: async () => {
        pauses += 1;
        if (isBroken) throw new Error('broken');
      },
    });
    expect(await lint(lax).catch(String)).to.equal('Error: broken');
    isBroken = false;
    const found = await lint(lax);
    const once = pauses;
    expect(await lint({ ...lax })).to.equal(found);
    expect(pauses).to.equal(once);
  });
});
