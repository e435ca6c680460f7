import { type CheckName, checkNames } from '@portcullis/domain/checks';
import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import { samplingImprovements } from '../counterfactuals/sampling.ts';
import { type CheckTwin, improvementOrder, regressionOrder } from './check-twin.ts';
import { claimedData } from './claimed-data.ts';
import { device } from './device.ts';
import { documentAge } from './document-age.ts';
import { documentAuthenticity } from './document-authenticity.ts';
import { documentBarcode } from './document-barcode.ts';
import { documentConsistency } from './document-consistency.ts';
import { documentExpiry } from './document-expiry.ts';
import { documentMrz } from './document-mrz.ts';
import { documentQuality } from './document-quality.ts';
import { documentType } from './document-type.ts';
import { duplicates } from './duplicates.ts';
import { faceMatch } from './face-match.ts';
import { liveness } from './liveness.ts';
import { velocity } from './velocity.ts';

/** The twin of every check. A check without a twin does not compile. */
export const checkTwins: Readonly<Record<CheckName, CheckTwin>> = {
  document_quality: documentQuality,
  document_type: documentType,
  document_mrz: documentMrz,
  document_barcode: documentBarcode,
  document_consistency: documentConsistency,
  document_expiry: documentExpiry,
  document_age: documentAge,
  document_authenticity: documentAuthenticity,
  claimed_data: claimedData,
  liveness,
  face_match: faceMatch,
  device,
  duplicates,
  velocity,
};

const twins = checkNames.map((name) => checkTwins[name].counterfactuals);

const improvementFinders: readonly FindPerturbations[] = [
  ...new Set(improvementOrder.flatMap((subject) => twins.flatMap(({ improvements }) => improvements[subject] ?? []))),
  samplingImprovements,
];

const regressionFinders: readonly FindPerturbations[] = [
  ...new Set(regressionOrder.flatMap((subject) => twins.flatMap(({ regressions }) => regressions[subject] ?? []))),
];

/** Finds every single perturbation that could have improved an input, in a fixed order. */
export const improvements: FindPerturbations = (context) => improvementFinders.flatMap((find) => find(context));

/** Finds every single perturbation by which an approval could have been lost, in a fixed order. */
export const regressions: FindPerturbations = (context) => regressionFinders.flatMap((find) => find(context));
