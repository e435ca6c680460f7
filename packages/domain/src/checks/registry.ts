import type { Step } from '../kernel/steps.ts';
import { type CheckName, checkNames } from '../policy/check-names.ts';
import type { CheckModule, VerificationProvider } from './check-module.ts';
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
import type { Check } from './shared/check.ts';
import { velocity } from './velocity.ts';

/** Every check by its name. A name without its module does not compile. */
export const checkModules: { readonly [Name in CheckName]: CheckModule<Name> } = {
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

const namesOf = (isIncluded: (module: CheckModule) => boolean): readonly CheckName[] =>
  checkNames.filter((name) => isIncluded(checkModules[name]));

/** The checks that have no result during an outage of the provider. */
export const checksDependingOn = (provider: VerificationProvider): readonly CheckName[] =>
  namesOf(({ dependsOn }) => dependsOn.includes(provider));

/** The checks that use the evidence of a step. */
export const checksOfStep = (step: Step): readonly CheckName[] =>
  namesOf(({ steps }) => steps.required.includes(step) || steps.optional.includes(step));

/** The checks for which one of these steps may count as rejected. */
export const checksRejecting = (steps: readonly Step[]): readonly CheckName[] =>
  namesOf(({ steps: { rejected } }) => rejected.some((step) => steps.includes(step)));

/** Whether a step counts as rejected if this check fails for a reason that a repetition can remedy. */
export const rejectsStep = ({ name }: Pick<Check, 'name'>, step: Step): boolean =>
  checkModules[name].steps.rejected.includes(step);
