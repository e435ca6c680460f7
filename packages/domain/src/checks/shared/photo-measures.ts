import type { DocumentSide } from '@portcullis/documents';
import type { CurrentEvidence, Indexed } from '../../evidence/current-evidence.ts';
import type { FileEvidence } from '../../evidence/evidence.ts';
import type { ImageFacts } from '../../evidence/image-facts.ts';
import type { PhotoLimits, Policy } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { CheckDetail } from './check.ts';

/** One measure of a photo with its limit. */
export type PhotoMeasure = {
  readonly name: 'shorter_side' | 'sharpness' | 'brightness' | 'glare' | 'colour' | 'cut_edges';
  readonly reason: ReasonCode;
  readonly value: (image: ImageFacts) => number;
  readonly limit: (limits: PhotoLimits) => number;
  readonly bound: 'least' | 'most';
  /** The measure applies to the front only, because a back may be printed in black alone. */
  readonly frontOnly?: true;
};

const photoMeasures: readonly PhotoMeasure[] = [
  {
    name: 'shorter_side',
    reason: 'document_too_small',
    value: ({ width, height }) => Math.min(width, height),
    limit: ({ minSide }) => minSide,
    bound: 'least',
  },
  {
    name: 'sharpness',
    reason: 'document_blurry',
    value: ({ sharpness }) => sharpness,
    limit: ({ minSharpness }) => minSharpness,
    bound: 'least',
  },
  {
    name: 'brightness',
    reason: 'document_too_dark',
    value: ({ brightness }) => brightness,
    limit: ({ minBrightness }) => minBrightness,
    bound: 'least',
  },
  {
    name: 'glare',
    reason: 'document_glare',
    value: ({ glare }) => glare,
    limit: ({ maxGlare }) => maxGlare,
    bound: 'most',
  },
  {
    name: 'colour',
    reason: 'document_black_and_white',
    value: ({ colour }) => colour,
    limit: ({ minColour }) => minColour,
    bound: 'least',
    frontOnly: true,
  },
  {
    name: 'cut_edges',
    reason: 'document_cut_off',
    value: ({ cutEdges }) => cutEdges,
    limit: ({ maxCutEdges }) => maxCutEdges,
    bound: 'most',
  },
];

/** The measures that apply to the photo of a side. */
export const measuresForSide = (side: DocumentSide): readonly PhotoMeasure[] =>
  photoMeasures.filter(({ frontOnly }) => side === 'front' || !frontOnly);

/** The measured values of the current photo of a side, with their limits. */
export const photoDetails = (
  { images }: Policy,
  currentEvidence: CurrentEvidence,
  side: DocumentSide,
): readonly CheckDetail[] => {
  const image = currentEvidence[side]?.value.image;
  if (!images || !image) return [];
  return measuresForSide(side).map(({ name, value, limit }) => {
    return {
      kind: 'value',
      name: `images.${side}.${name}`,
      value: value(image),
      limit: limit(images),
      source: 'image',
    };
  });
};

/** Whether two photos show the same picture: the same bytes, or the same pixels where those were compared. */
export const isSamePicture = (one: FileEvidence, other: FileEvidence): boolean =>
  one.file.sha256 === other.file.sha256 ||
  (one.contentSha256 !== undefined && one.contentSha256 === other.contentSha256);

/**
 * Whether the applicant supplied the same photo again after a new one was requested. Only photos of the same side are
 * compared, so that photos of swapped sides may be supplied again in the right order.
 */
const isResubmitted = (photo: Indexed<FileEvidence>, { replaced }: CurrentEvidence): boolean =>
  replaced.some(({ value }) => value.file.kind === photo.value.file.kind && isSamePicture(value, photo.value));

/** Whether one photo was supplied for both sides. */
const isUsedForBothSides = ({ images }: Policy, { front, back }: CurrentEvidence): boolean => {
  if (!front || !back) return false;
  return images ? isSamePicture(front.value, back.value) : front.value.file.sha256 === back.value.file.sha256;
};

/**
 * Returns the reasons against the current photo of a side: a measure outside of its limit, or a photo that was supplied
 * before. If the policy has no photo limits, only one photo for both sides counts.
 */
export const photoReasons = (
  policy: Policy,
  currentEvidence: CurrentEvidence,
  side: DocumentSide,
): readonly ReasonCode[] => {
  const photo = currentEvidence[side];
  if (!photo) return [];
  const { images } = policy;
  const { image } = photo.value;
  const outsideLimits = measuresForSide(side).filter(({ value, limit, bound }) => {
    if (!images || !image) return false;
    return bound === 'least' ? value(image) < limit(images) : value(image) > limit(images);
  });
  const isDuplicate =
    (images && isResubmitted(photo, currentEvidence)) ||
    (side === 'front' && isUsedForBothSides(policy, currentEvidence));
  return [...outsideLimits.map(({ reason }) => reason), ...(isDuplicate ? (['duplicate_file'] as const) : [])];
};
