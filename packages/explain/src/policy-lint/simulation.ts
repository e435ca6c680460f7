import type { DocumentType } from '@portcullis/documents';
import { decide, type Policy, type Verdict } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import {
  decisionInputOf,
  flawlessCase,
  type SampleCase,
  type SampleEvidence,
  sampleTime,
} from '../sample-case/sample-case.ts';
import { hasSampleDocument } from '../sample-case/sample-document.ts';
import { type Attack, attacksOn, withBothDefects } from './attacks.ts';
import { distinct, inDocument, type LintPath } from './lint-path.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';
import { halfOfProof } from './proofs.ts';

const verdictOn = (policy: Policy, pieces: SampleEvidence): Verdict =>
  decide({ ...policy, sampling: 0 }, decisionInputOf(pieces), sampleTime);

const isApproved = (policy: Policy, pieces: SampleEvidence): boolean => verdictOn(policy, pieces).outcome === 'approve';

/** The errors of one path by itself, whose attacker has done the rest of it without a fault. */
function* attackSteps(path: LintPath, sampleCase: SampleCase): Generator<void, readonly PolicyFinding[]> {
  const found: PolicyFinding[] = [];
  for (const { changed, check, name } of attacksOn(path.rules, sampleCase)) {
    const isPassed = isApproved(path.alone, { ...sampleCase.evidence, ...changed });
    found.push(...errorIf(isPassed, `/checks/${check}`, `a case ${name} is approved`));
    yield;
  }
  return inDocument(path, found);
}

const typeLabel = (type: DocumentType): string => type.replaceAll('_', ' ');

type Documents = Pick<Policy, 'documents'>;

/** A country for which there is a sample document that the policy accepts, or `undefined`. */
const sampleCountry = (
  { documents: { allowedCountries, deniedCountries } }: Documents,
  type: DocumentType,
): string | undefined =>
  (allowedCountries ?? ['SWE', 'USA', 'CAN', 'DEU', 'FRA', 'GBR', 'ESP', 'PRT', 'UTO']).find(
    (country) => hasSampleDocument(type, country) && !deniedCountries.includes(country),
  );

/**
 * Warns of accepted document types that have no sample document, so that it is unknown whether anybody can be approved
 * with them.
 */
const unsimulatedTypes = (policy: Documents): readonly PolicyFinding[] => {
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const acceptsSomeCountry =
    allowedCountries === null || allowedCountries.some((country) => !deniedCountries.includes(country));
  return types.flatMap((type, at) =>
    warningIf(
      acceptsSomeCountry && sampleCountry(policy, type) === undefined,
      `/documents/types/${at}`,
      `was not tried: no specimen of ${typeLabel(type)} can be drawn for a country that is accepted, and perhaps nobody can be approved with one`,
    ),
  );
};

type SimulatedCase = { readonly sampleCase: SampleCase; readonly at: number; readonly verdict: Verdict };

/** A path, and a flawless case of it with each accepted document type that can be drawn. */
type SimulatedPath = { readonly path: LintPath; readonly cases: readonly SimulatedCase[] };

const verdictSummary = ({ verdict: { deciding, outcome } }: SimulatedCase): string =>
  `${outcome}: ${deciding.join(', ')}`;

/** A path under which no flawless case is approved, with any accepted document type. */
const isDeadEnd = ({ cases, path }: SimulatedPath): boolean =>
  cases.length > 0 &&
  cases.length >= path.rules.documents.types.length &&
  cases.every(({ verdict }) => verdict.outcome !== 'approve');

const deadEnd = (simulated: SimulatedPath): readonly PolicyFinding[] => {
  const [first] = simulated.cases;
  if (first === undefined || !isDeadEnd(simulated)) return [];
  const message = `nobody can be approved, not even with a flawless ${typeLabel(first.sampleCase.type)} (${verdictSummary(first)})`;
  return inDocument(simulated.path, errorIf(true, '', message));
};

/** Checks whether a flawless case can be approved by each path at all, and by some path with each document type. */
const approvalFindings = (simulated: readonly SimulatedPath[], { sampling }: Policy): readonly PolicyFinding[] => {
  const open = simulated.filter((one) => !isDeadEnd(one));
  const [first] = open;
  const refused = (first?.cases ?? []).filter(({ at }) =>
    open.every(({ cases }) => cases.find((one) => one.at === at)?.verdict.outcome !== 'approve'),
  );
  return [
    ...simulated.flatMap(deadEnd),
    ...warningIf(
      open.length === 0 && sampling > 0,
      '/sampling',
      'there is no approval of which a share could be looked at',
    ),
    ...refused.flatMap((one) =>
      warningIf(
        true,
        `/documents/types/${one.at}`,
        `a flawless ${typeLabel(one.sampleCase.type)} is not approved (${verdictSummary(one)})`,
      ),
    ),
  ];
};

/** The rules under which somebody does what each of two paths asks for. */
export const unionOf = (one: FlatPolicy, other: FlatPolicy): FlatPolicy => {
  const steps = [...new Set([...one.steps, ...other.steps])];
  const optionalSteps = [...one.optionalSteps, ...other.optionalSteps].filter((step) => !steps.includes(step));
  return {
    ...one,
    steps,
    optionalSteps: [...new Set(optionalSteps)],
    checks: { ...one.checks, ...other.checks },
  };
};

/** Two paths, and the policy with these alone. */
type Union = { readonly both: Policy; readonly one: SimulatedPath; readonly other: SimulatedPath };

/** Whether two paths together approve what neither does. */
const isUnionApproved = ({ both, one, other }: Union, pieces: SampleEvidence): boolean =>
  isApproved(both, pieces) && !isApproved(one.path.alone, pieces) && !isApproved(other.path.alone, pieces);

/** The documents with which one of two paths or the other approves a flawless case: the first of each. */
const documentsOf = ({ one, other }: Union): readonly SampleCase[] => {
  const accepted = [one, other].flatMap(
    ({ cases }) => cases.find(({ verdict }) => verdict.outcome === 'approve') ?? [],
  );
  return [...new Map(accepted.map(({ sampleCase }) => [sampleCase.type, sampleCase])).values()];
};

type UnionAttack = Attack & { readonly by: string; readonly pieces: SampleEvidence };

/** The attacks on the proofs of two paths, by a case in which both were done. */
const attacksOnUnion = ({ one, other }: Union, sampleCase: SampleCase): readonly UnionAttack[] =>
  [one, other].flatMap(({ path: { id, rules } }) =>
    attacksOn(rules, sampleCase)
      .filter(({ check }) => halfOfProof(check) !== null)
      .map((attack) => ({ ...attack, by: id, pieces: { ...sampleCase.evidence, ...attack.changed } })),
  );

const unionFinding = (attacks: readonly UnionAttack[]): PolicyFinding => ({
  level: 'error',
  pointer: '/paths',
  message: `a case ${attacks.map(({ by, name }) => `${name} (${by})`).join(' and ')} is approved`,
});

/**
 * Each defect of one path is tried first, which the other path may rightly approve, and then each two of those that are
 * approved, of which one defeats each path.
 */
function* unionSteps(union: Union): Generator<void, readonly PolicyFinding[]> {
  const found: PolicyFinding[] = [];
  const rules = unionOf(union.one.path.rules, union.other.path.rules);
  for (const { holder, type } of documentsOf(union)) {
    const sampleCase = flawlessCase(rules, type, holder.state);
    const approved: UnionAttack[] = [];
    for (const attack of attacksOnUnion(union, sampleCase)) {
      if (isUnionApproved(union, attack.pieces)) found.push(unionFinding([attack]));
      else if (isApproved(union.both, attack.pieces)) approved.push(attack);
      yield;
    }
    for (const [at, one] of approved.entries())
      for (const other of approved.slice(at + 1).filter(({ by }) => by !== one.by)) {
        const pieces = withBothDefects(sampleCase.evidence, one.pieces, other.pieces);
        if (isUnionApproved(union, pieces)) found.push(unionFinding([one, other]));
        yield;
      }
  }
  return found;
}

const unionsOf = (all: readonly SimulatedPath[], policy: Policy): readonly Union[] => {
  const { paths } = policy;
  if (!paths) return [];
  return all.flatMap((one, at) =>
    all.slice(at + 1).map((other) => {
      const ids = [one.path.id, other.path.id];
      return { one, other, both: { ...policy, paths: paths.filter(({ id }) => ids.includes(id)) } };
    }),
  );
};

/**
 * Simulates built-in cases under the policy: flawless cases of each path, which it should approve, cases with one
 * defect, which the path must not approve, and cases with a defect in each of two paths, which the policy must not.
 * Each case is a step, of some milliseconds at most.
 */
export function* simulationSteps(
  paths: readonly LintPath[],
  policy: Policy,
): Generator<void, readonly PolicyFinding[]> {
  const simulated: SimulatedPath[] = [];
  for (const path of paths) {
    const cases: SimulatedCase[] = [];
    for (const [at, type] of policy.documents.types.entries()) {
      const country = sampleCountry(policy, type);
      if (country === undefined) continue;
      const sampleCase = flawlessCase(path.rules, type, country);
      cases.push({ sampleCase, at, verdict: verdictOn(path.alone, sampleCase.evidence) });
      yield;
    }
    simulated.push({ path, cases });
  }
  const attacks: PolicyFinding[] = [];
  for (const { cases, path } of simulated)
    for (const { sampleCase } of cases) attacks.push(...(yield* attackSteps(path, sampleCase)));
  for (const union of unionsOf(simulated, policy)) attacks.push(...(yield* unionSteps(union)));
  return [...distinct(attacks), ...approvalFindings(simulated, policy), ...unsimulatedTypes(policy)];
}
