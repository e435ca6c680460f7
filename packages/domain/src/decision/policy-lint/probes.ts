import type { DocumentType } from '../../evidence/document-reading.ts';
import type { CheckName } from '../checks.ts';
import { decide, type Verdict } from '../decide.ts';
import type { Policy } from '../policy.ts';
import { errorIf, type PolicyFinding, warningIf } from './finding.ts';
import { isIndispensable } from './needed.ts';
import {
  caseOf,
  declined,
  facesOf,
  flawless,
  livenessOf,
  outageOf,
  type Pieces,
  type Scene,
  sceneTime,
  showing,
} from './scene.ts';
import { before, isDrawn, specimen } from './specimen.ts';

/** A flawless case but for one thing, and the check that must not pass for it. `null`: the policy has no such case. */
type Probe = {
  readonly name: string;
  readonly spoils: CheckName;
  readonly with: (scene: Scene) => Partial<Pieces> | null;
};

/** The last digit of a zone is that over all of it, where there is one: every field on its own is still right. */
const wrongDigit = (lines: readonly string[] | null): readonly string[] | null =>
  lines?.map((line, at) => (at === 1 ? line.replace(/\d(?=<*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : line)) ??
  null;

const probes: readonly Probe[] = [
  { name: 'without liveness', spoils: 'liveness', with: () => ({ liveness: [], faces: [] }) },
  { name: 'without consent', spoils: 'liveness', with: () => declined },
  {
    name: 'with a liveness session that failed',
    spoils: 'liveness',
    with: () => ({ liveness: livenessOf({ status: 'failed', confidence: null, referenceFileId: null }), faces: [] }),
  },
  {
    name: 'with a picture held before the camera',
    spoils: 'liveness',
    with: () => ({ liveness: livenessOf({ confidence: 0 }) }),
  },
  { name: 'without a comparison of the faces', spoils: 'face_match', with: () => ({ faces: [] }) },
  { name: 'whose faces could not be compared', spoils: 'face_match', with: () => ({ faces: outageOf('face_match') }) },
  {
    name: 'with a document without a face',
    spoils: 'face_match',
    with: () => ({ faces: facesOf({ outcome: 'no_face_on_document', similarity: null }) }),
  },
  {
    name: 'with the document of somebody else',
    spoils: 'face_match',
    with: () => ({ faces: facesOf({ similarity: 0 }) }),
  },
  { name: 'without a document', spoils: 'document_mrz', with: () => ({ files: [], reading: [], faces: [] }) },
  {
    name: 'with a document that nobody could read',
    spoils: 'document_mrz',
    with: () => ({ reading: outageOf('document_reading') }),
  },
  {
    name: 'with a document of which only print was read',
    spoils: 'document_mrz',
    with: (scene) => showing(scene, {}, { mrzLines: null }),
  },
  {
    name: 'with a wrong check digit',
    spoils: 'document_mrz',
    with: (scene) => showing(scene, {}, { mrzLines: wrongDigit(specimen(scene.type, scene.holder).mrzLines) }),
  },
  {
    name: 'with another name in print than in the zone',
    spoils: 'document_consistency',
    with: (scene) =>
      showing(
        scene,
        {},
        {
          fields: {
            ...specimen(scene.type, scene.holder).fields,
            last_name: { value: 'Zubov', confidence: 1 },
            first_name: { value: 'Quy', confidence: 1 },
          },
        },
      ),
  },
  {
    name: 'with a document that ran out',
    spoils: 'document_expiry',
    with: (scene) => showing(scene, { expires: before(sceneTime, 0, scene.policy.documents.expiryGraceDays + 1) }),
  },
  {
    name: 'of somebody a day too young',
    spoils: 'document_age',
    with: (scene) =>
      scene.policy.minimumAge > 0 ? showing(scene, { born: before(sceneTime, scene.policy.minimumAge, -1) }) : null,
  },
  {
    name: 'with a document that was altered',
    spoils: 'document_authenticity',
    with: (scene) => showing(scene, {}, { signals: [{ code: 'document_tampered', confidence: 1 }] }),
  },
  { name: 'without a device', spoils: 'device', with: () => ({ device: [] }) },
];

const verdictOn = (policy: Policy, pieces: Pieces): Verdict =>
  decide({ ...policy, sampling: 0 }, caseOf(pieces), sceneTime);

const mustPass = (policy: Policy, name: CheckName): boolean =>
  policy.checks[name] === 'required' || isIndispensable(policy, name);

const probed = (scene: Scene): readonly PolicyFinding[] =>
  probes.flatMap(({ name, spoils, with: change }) => {
    if (!mustPass(scene.policy, spoils)) return [];
    const changed = change(scene);
    const isThrough = changed && verdictOn(scene.policy, { ...scene.pieces, ...changed }).outcome === 'approve';
    return errorIf(isThrough === true, `/checks/${spoils}`, `a case ${name} is approved`);
  });

const spoken = (type: DocumentType): string => type.replaceAll('_', ' ');

/** A state whose documents the policy accepts; `null` where it says so of none that we know. */
const stateFor = ({ documents: { allowedCountries, deniedCountries } }: Policy): string | null =>
  (allowedCountries ?? ['UTO', 'USA', 'DEU', 'FRA', 'GBR', 'ESP', 'PRT', 'SWE']).find(
    (country) => !deniedCountries.includes(country),
  ) ?? null;

type Tried = { readonly scene: Scene; readonly at: number; readonly verdict: Verdict };

const why = ({ verdict: { deciding, outcome } }: Tried): string => `${outcome}: ${deciding.join(', ')}`;

/** Whether somebody without a fault can be approved, by each of the documents that are accepted, or by any at all. */
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
 * Decides about built-in cases under the policy: flawless ones, which it should approve, and such with one fault, which it
 * must not.
 */
export const probe = (policy: Policy): readonly PolicyFinding[] => {
  const state = stateFor(policy);
  if (state === null) return [];
  const tried = policy.documents.types.flatMap((type, at): readonly Tried[] => {
    if (!isDrawn(type)) return [];
    const scene = flawless(policy, type, state);
    return [{ scene, at, verdict: verdictOn(policy, scene.pieces) }];
  });
  const best = tried.find(({ verdict }) => verdict.outcome === 'approve') ?? tried[0];
  return [...(best ? probed(best.scene) : []), ...reachable(tried, policy)];
};
