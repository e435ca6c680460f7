import type { DocumentType } from '@portcullis/documents';
import { decide, type Verdict } from '@portcullis/domain';
import { type CheckName, checkNames, type FlatPolicy } from '@portcullis/domain/checks';
import { checkTwins } from '../checks/check-twins.ts';
import type { AttackCase } from '../sample-case/attack-case.ts';
import {
  decisionInputOf,
  flawlessCase,
  type SampleCase,
  type SampleEvidence,
  sampleTime,
} from '../sample-case/sample-case.ts';
import { hasSampleDocument } from '../sample-case/sample-document.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';
import { isIndispensable } from './required-checks.ts';

/** The cases without a live person come first. */
const attackOrder: readonly CheckName[] = [...new Set<CheckName>(['liveness', 'face_match', ...checkNames])];

/**
 * The check that an attack case defeats. The machine-readable part is the MRZ, unless the policy requires a barcode
 * instead.
 */
const defeatedCheck = (
  { checks }: FlatPolicy,
  name: CheckName,
  { concernsAnyMachineReadablePart }: AttackCase,
): CheckName =>
  concernsAnyMachineReadablePart && checks.document_mrz !== 'required' && checks.document_barcode === 'required'
    ? 'document_barcode'
    : name;

const verdictOn = (policy: FlatPolicy, pieces: SampleEvidence): Verdict =>
  decide({ ...policy, sampling: 0 }, decisionInputOf(pieces), sampleTime);

const mustPass = (policy: FlatPolicy, name: CheckName): boolean =>
  policy.checks[name] === 'required' || isIndispensable(policy, name);

const attackFinding = (sampleCase: SampleCase, name: CheckName, attackCase: AttackCase): readonly PolicyFinding[] => {
  const check = defeatedCheck(sampleCase.policy, name, attackCase);
  if (!mustPass(sampleCase.policy, check)) return [];
  const changed = attackCase.change(sampleCase);
  const isApproved =
    changed && verdictOn(sampleCase.policy, { ...sampleCase.evidence, ...changed }).outcome === 'approve';
  return errorIf(isApproved === true, `/checks/${check}`, `a case ${attackCase.name} is approved`);
};

function* attackSteps(sampleCase: SampleCase): Generator<void, readonly PolicyFinding[]> {
  const found: PolicyFinding[] = [];
  for (const name of attackOrder)
    for (const attackCase of checkTwins[name].attackCases) {
      found.push(...attackFinding(sampleCase, name, attackCase));
      yield;
    }
  return found;
}

const typeLabel = (type: DocumentType): string => type.replaceAll('_', ' ');

/** A country for which there is a sample document that the policy accepts, or `undefined`. */
const sampleCountry = (
  { documents: { allowedCountries, deniedCountries } }: FlatPolicy,
  type: DocumentType,
): string | undefined =>
  (allowedCountries ?? ['SWE', 'USA', 'CAN', 'DEU', 'FRA', 'GBR', 'ESP', 'PRT', 'UTO']).find(
    (country) => hasSampleDocument(type, country) && !deniedCountries.includes(country),
  );

/**
 * Warns of accepted document types that have no sample document, so that it is unknown whether anybody can be approved
 * with them.
 */
const unsimulatedTypes = (policy: FlatPolicy): readonly PolicyFinding[] => {
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

/** Keeps each finding once, because documents of several types give the same one. */
const distinct = (found: readonly PolicyFinding[]): readonly PolicyFinding[] =>
  found.filter(({ message, pointer }, at) => {
    return found.findIndex((one) => one.message === message && one.pointer === pointer) === at;
  });

type SimulatedCase = { readonly sampleCase: SampleCase; readonly at: number; readonly verdict: Verdict };

const verdictSummary = ({ verdict: { deciding, outcome } }: SimulatedCase): string =>
  `${outcome}: ${deciding.join(', ')}`;

/** Checks whether a flawless case can be approved with each accepted document type, or with any at all. */
const approvalFindings = (
  simulated: readonly SimulatedCase[],
  { documents, sampling }: FlatPolicy,
): readonly PolicyFinding[] => {
  const notApproved = simulated.filter(({ verdict }) => verdict.outcome !== 'approve');
  const [first] = notApproved;
  if (first === undefined || notApproved.length < documents.types.length)
    return notApproved.flatMap((one) =>
      warningIf(
        true,
        `/documents/types/${one.at}`,
        `a flawless ${typeLabel(one.sampleCase.type)} is not approved (${verdictSummary(one)})`,
      ),
    );
  return [
    ...errorIf(
      true,
      '',
      `nobody can be approved, not even with a flawless ${typeLabel(first.sampleCase.type)} (${verdictSummary(first)})`,
    ),
    ...warningIf(sampling > 0, '/sampling', 'there is no approval of which a share could be looked at'),
  ];
};

/**
 * Simulates built-in cases under the policy: flawless cases, which it should approve, and cases with one defect, which
 * it must not approve. Each case is a step, of some milliseconds at most.
 */
export function* simulationSteps(policy: FlatPolicy): Generator<void, readonly PolicyFinding[]> {
  const simulated: SimulatedCase[] = [];
  for (const [at, type] of policy.documents.types.entries()) {
    const country = sampleCountry(policy, type);
    if (country === undefined) continue;
    const sampleCase = flawlessCase(policy, type, country);
    simulated.push({ sampleCase, at, verdict: verdictOn(policy, sampleCase.evidence) });
    yield;
  }
  const attacks: PolicyFinding[] = [];
  for (const { sampleCase } of simulated) attacks.push(...(yield* attackSteps(sampleCase)));
  return [...distinct(attacks), ...approvalFindings(simulated, policy), ...unsimulatedTypes(policy)];
}
