import type { DocumentType } from '@portcullis/documents';
import { decide, type Policy, type Step, type Verdict } from '@portcullis/domain';
import {
  type CheckName,
  type CheckRequirements,
  checkNames,
  type PolicyPath,
  type PolicyWithPaths,
  policyOfPath,
} from '@portcullis/domain/checks';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import { type Attack, attacksOn, withBothDefects } from '#explain/policy-lint/attacks';
import { halfOfProof } from '#explain/policy-lint/proofs';
import { unionOf } from '#explain/policy-lint/simulation';
import {
  decisionInputOf,
  flawlessCase,
  type SampleCase,
  type SampleEvidence,
  sampleTime,
} from '#explain/sample-case/sample-case';
import { aProductionPolicy } from '../support/builders/policies.ts';
import { someOf } from '../support/effort.ts';
import { between, type Random, randomOf } from '../support/generators/seeded-random.ts';

const { checks: _, optionalSteps: __, steps: ___, ...common } = aProductionPolicy();

/** Each of these checks with a requirement of its own, or none. */
const drawChecks = (random: Random, ...names: readonly CheckName[]): CheckRequirements =>
  Object.fromEntries(
    names.flatMap((name) => {
      const requirement = ([null, 'optional', 'required'] as const)[between(random, 0, 2)];
      return requirement ? [[name, requirement]] : [];
    }),
  );

/** A path with a proof whole: a document by its zone or its barcode, and the face on it. */
const drawPath = (random: Random, at: number): PolicyPath => {
  const isByBarcode = random() < 0.4;
  const back = (['none', 'optional', 'required'] as const)[isByBarcode ? 2 : between(random, 0, 2)];
  const steps: readonly Step[] = ['consent', 'document_front', ...(back === 'required' ? backStep : []), 'liveness'];
  return {
    id: `path-${at}`,
    steps,
    optionalSteps: [...(back === 'optional' ? backStep : []), 'device'],
    checks: {
      ...drawChecks(random, 'document_quality', 'document_type', 'document_age', 'document_authenticity'),
      ...drawChecks(random, 'claimed_data', ...(isByBarcode ? (['document_mrz'] as const) : [])),
      [isByBarcode ? 'document_barcode' : 'document_mrz']: 'required',
      document_consistency: 'required',
      document_expiry: 'required',
      liveness: 'required',
      face_match: 'required',
    },
  };
};

const backStep: readonly Step[] = ['document_back'];

const hasSameChecks = (one: PolicyPath, other: PolicyPath): boolean =>
  checkNames.every((name) => one.checks[name] === other.checks[name]);

const types: readonly DocumentType[] = ['passport', 'id_card', 'driving_licence'];

const drawPolicy = (random: Random, at: number): PolicyWithPaths => {
  const drawn = Array.from({ length: between(random, 2, 5) }, (_, n) => drawPath(random, n));
  return {
    ...common,
    id: `drawn-${at}`,
    documents: { ...common.documents, types },
    paths: drawn.filter((path, n) => !drawn.slice(0, n).some((other) => hasSameChecks(path, other))),
    always: { device: 'optional', ...drawChecks(random, 'duplicates', 'velocity') },
  };
};

const random = randomOf(20_261_129);
const policies = Array.from({ length: 30 }, (_, at) => drawPolicy(random, at));

const verdictOn = (policy: Policy, evidence: SampleEvidence): Verdict =>
  decide(policy, decisionInputOf(evidence), sampleTime);
const isApproved = (policy: Policy, evidence: SampleEvidence): boolean =>
  verdictOn(policy, evidence).outcome === 'approve';

const stateOf = (type: DocumentType): string => (type === 'driving_licence' ? 'USA' : 'SWE');

/** A policy with these of its paths alone. */
const withOnly = (policy: PolicyWithPaths, ...paths: readonly PolicyPath[]): Policy => ({ ...policy, paths });

const caseOf = (policy: PolicyWithPaths, path: PolicyPath, type: DocumentType): SampleCase =>
  flawlessCase(policyOfPath(policy, path), type, stateOf(type));

const caseOfBoth = (policy: PolicyWithPaths, one: PolicyPath, other: PolicyPath, type: DocumentType): SampleCase =>
  flawlessCase(unionOf(policyOfPath(policy, one), policyOfPath(policy, other)), type, stateOf(type));

/** The attacks on the proof of a path, by a case of two paths, and which its own steps have room for. */
const attacks = (policy: PolicyWithPaths, path: PolicyPath, both: SampleCase): readonly Attack[] => {
  const rules = policyOfPath(policy, path);
  const own = attacksOn(rules, caseOf(policy, path, both.type)).map(({ name }) => name);
  return attacksOn(rules, both).filter(({ check, name }) => own.includes(name) && halfOfProof(check) !== null);
};

/** Whether two attacks change other parts of a case, or are one: both defects are in it then. */
const areBothShown = (one: Attack, other: Attack): boolean =>
  one.name === other.name || Object.keys(one.changed).every((part) => !(part in other.changed));

const pairsOf = ({ paths }: PolicyWithPaths): readonly (readonly [PolicyPath, PolicyPath])[] =>
  paths.flatMap((one, at) => paths.slice(at + 1).map((other) => [one, other] as const));

describe('the attack cases of the lint', function () {
  this.timeout(1_800_000);
  const tried = someOf(policies, 2);
  const triedTypes = someOf(types, 1);

  it(`are approved by no path alone, of ${tried.length} policies whose paths each approve somebody`, () => {
    let count = 0;
    for (const policy of tried)
      for (const path of policy.paths) {
        const cases = types.map((type) => caseOf(policy, path, type));
        const alone = withOnly(policy, path);
        expect(cases.filter(({ evidence }) => isApproved(alone, evidence)).length, path.id).to.be.at.least(1);
        for (const one of cases)
          for (const { changed, name } of attacksOn(one.policy, one)) {
            count += 1;
            expect(isApproved(alone, { ...one.evidence, ...changed }), `${policy.id} ${path.id} ${name}`).to.equal(
              false,
            );
          }
      }
    expect(count).to.be.at.least(100 * tried.length);
  });

  it(`are approved by no union of two paths, of ${tried.length} policies of which both paths were shown`, () => {
    let count = 0;
    for (const policy of tried)
      for (const [one, other] of pairsOf(policy))
        for (const type of triedTypes) {
          const shown = caseOfBoth(policy, one, other, type);
          const both = withOnly(policy, one, other);
          const ofOther = attacks(policy, other, shown);
          for (const first of attacks(policy, one, shown))
            for (const second of ofOther) {
              count += 1;
              const pieces = [first, second].map(({ changed }) => ({ ...shown.evidence, ...changed }));
              const [defect = shown.evidence, another = shown.evidence] = pieces;
              const evidence = withBothDefects(shown.evidence, defect, another);
              const { outcome, path } = verdictOn(both, evidence);
              if (outcome !== 'approve') continue;
              const told = `${policy.id}: ${first.name} (${one.id}), ${second.name} (${other.id}), ${type}`;
              expect(areBothShown(first, second), told).to.equal(false);
              // One defect hides the other, and the path that approves has to do so by itself.
              const alone = withOnly(policy, ...policy.paths.filter(({ id }) => id === path));
              expect(isApproved(alone, evidence), told).to.equal(true);
            }
        }
    expect(count).to.be.at.least(50 * tried.length);
  });

  it('are why a path without a part of its proof is an error, and none of these policies has one', () => {
    const errorsOf = (policy: Policy) => lintPolicy(policy).filter(({ level }) => level === 'error');
    for (const policy of someOf(policies, 1)) {
      expect(errorsOf(policy), policy.id).to.deep.equal([]);
      const [first, ...others] = policy.paths;
      for (const name of someOf(['liveness', 'face_match', 'document_consistency', 'document_expiry'] as const, 2)) {
        const checks = { ...first?.checks, [name]: 'optional' as const };
        const weakened = { ...policy, paths: first ? [{ ...first, checks }, ...others] : others };
        expect(errorsOf(weakened).map(({ pointer }) => pointer)).to.include(`/paths/0/checks/${name}`);
      }
    }
  });
});
