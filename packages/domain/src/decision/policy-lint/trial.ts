import type { DocumentType } from '../../evidence/document-reading.ts';
import type { CheckName } from '../checks.ts';
import { decide, type Verdict } from '../decide.ts';
import type { Policy } from '../policy.ts';
import { errorIf, type PolicyFinding, warningIf } from './finding.ts';
import { isIndispensable } from './needed.ts';
import { type Probe, probes } from './probes.ts';
import { caseOf, flawless, type Pieces, type Scene, sceneTime } from './scene.ts';
import { isDrawn } from './specimen.ts';

/**
 * The check that an attack case defeats. The machine-readable part is the zone, unless the policy requires a barcode
 * instead.
 */
const spoilt = ({ checks }: Policy, { spoils }: Probe): CheckName => {
  if (spoils !== 'machine-readable part') return spoils;
  return checks.document_mrz !== 'required' && checks.document_barcode === 'required'
    ? 'document_barcode'
    : 'document_mrz';
};

const verdictOn = (policy: Policy, pieces: Pieces): Verdict =>
  decide({ ...policy, sampling: 0 }, caseOf(pieces), sceneTime);

const mustPass = (policy: Policy, name: CheckName): boolean =>
  policy.checks[name] === 'required' || isIndispensable(policy, name);

const probed = (scene: Scene): readonly PolicyFinding[] =>
  probes.flatMap((one) => {
    const check = spoilt(scene.policy, one);
    if (!mustPass(scene.policy, check)) return [];
    const changed = one.with(scene);
    const isThrough = changed && verdictOn(scene.policy, { ...scene.pieces, ...changed }).outcome === 'approve';
    return errorIf(isThrough === true, `/checks/${check}`, `a case ${one.name} is approved`);
  });

const spoken = (type: DocumentType): string => type.replaceAll('_', ' ');

/** A country for which there is a sample document that the policy accepts, or `undefined`. */
const stateFor = (
  { documents: { allowedCountries, deniedCountries } }: Policy,
  type: DocumentType,
): string | undefined =>
  (allowedCountries ?? ['UTO', 'USA', 'CAN', 'DEU', 'FRA', 'GBR', 'ESP', 'PRT', 'SWE']).find(
    (country) => !deniedCountries.includes(country) && isDrawn(type, country),
  );

/**
 * Warns of accepted document types that have no sample document, so that it is unknown whether anybody can be approved
 * with them.
 */
const untried = (policy: Policy): readonly PolicyFinding[] => {
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const isOpen = allowedCountries === null || allowedCountries.some((country) => !deniedCountries.includes(country));
  return types.flatMap((type, at) =>
    warningIf(
      isOpen && stateFor(policy, type) === undefined,
      `/documents/types/${at}`,
      `was not tried: no specimen of ${spoken(type)} can be drawn for a country that is accepted, and perhaps nobody can be approved with one`,
    ),
  );
};

/** Keeps each finding once, because documents of several types give the same one. */
const distinct = (found: readonly PolicyFinding[]): readonly PolicyFinding[] =>
  found.filter(({ message, pointer }, at) => {
    return found.findIndex((one) => one.message === message && one.pointer === pointer) === at;
  });

type Tried = { readonly scene: Scene; readonly at: number; readonly verdict: Verdict };

const why = ({ verdict: { deciding, outcome } }: Tried): string => `${outcome}: ${deciding.join(', ')}`;

/** Checks whether a flawless case can be approved with each accepted document type, or with any at all. */
const reachable = (tried: readonly Tried[], { documents, sampling }: Policy): readonly PolicyFinding[] => {
  const refused = tried.filter(({ verdict }) => verdict.outcome !== 'approve');
  const [first] = refused;
  if (first === undefined || refused.length < documents.types.length)
    return refused.flatMap((one) =>
      warningIf(
        true,
        `/documents/types/${one.at}`,
        `a flawless ${spoken(one.scene.type)} is not approved (${why(one)})`,
      ),
    );
  return [
    ...errorIf(
      true,
      '',
      `nobody can be approved, not even with a flawless ${spoken(first.scene.type)} (${why(first)})`,
    ),
    ...warningIf(sampling > 0, '/sampling', 'there is no approval of which a share could be looked at'),
  ];
};

/**
 * Simulates built-in cases under the policy: flawless cases, which it should approve, and cases with one defect, which
 * it must not approve.
 */
export const trial = (policy: Policy): readonly PolicyFinding[] => {
  const tried = policy.documents.types.flatMap((type, at): readonly Tried[] => {
    const state = stateFor(policy, type);
    if (state === undefined) return [];
    const scene = flawless(policy, type, state);
    return [{ scene, at, verdict: verdictOn(policy, scene.pieces) }];
  });
  return [...distinct(tried.flatMap(({ scene }) => probed(scene))), ...reachable(tried, policy), ...untried(policy)];
};
