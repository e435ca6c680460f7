import type { CheckName } from '../checks.ts';
import { declined, facesOf, livenessOf, outageOf, type Pieces, type Scene, sceneTime, showing } from './scene.ts';
import { before, specimen } from './specimen.ts';

/**
 * A case that is flawless except for one defect, and the check that the defect defeats. `null` means that the policy
 * has no such case.
 */
export type Probe = {
  readonly name: string;
  readonly spoils: CheckName | 'machine-readable part';
  readonly with: (scene: Scene) => Partial<Pieces> | null;
};

/**
 * Changes the last digit of the second line. It is the composite check digit if there is one, so every single field
 * stays right.
 */
const wrongDigit = (lines: readonly string[] | null): readonly string[] | null =>
  lines?.map((line, at) => (at === 1 ? line.replace(/\d(?=<*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : line)) ??
  null;

/** One case for each defect that a policy may overlook. */
export const probes: readonly Probe[] = [
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
  { name: 'without a document', spoils: 'machine-readable part', with: () => ({ files: [], reading: [], faces: [] }) },
  {
    name: 'with a document that nobody could read',
    spoils: 'machine-readable part',
    with: () => ({ reading: outageOf('document_reading') }),
  },
  {
    name: 'with a document of which only print was read',
    spoils: 'machine-readable part',
    with: (scene) => showing(scene, {}, { mrzLines: null, barcode: null }),
  },
  {
    name: 'with a wrong check digit',
    spoils: 'document_mrz',
    with: (scene) => {
      const mrzLines = wrongDigit(specimen(scene.type, scene.holder).mrzLines);
      return mrzLines && showing(scene, {}, { mrzLines });
    },
  },
  {
    name: 'with a barcode that nobody could read',
    spoils: 'document_barcode',
    with: (scene) => showing(scene, {}, { barcode: { state: 'unreadable' } }),
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
