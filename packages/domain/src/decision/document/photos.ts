import type { FileEvidence } from '../../evidence/evidence.ts';
import type { ImageFacts } from '../../evidence/image-facts.ts';
import type { InForce, Placed } from '../../evidence/in-force.ts';
import type { Sight } from '../checks.ts';
import type { PhotoLimits, Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';

export type Side = 'front' | 'back';

/** One measure of a photo with its limit. */
export type Measure = {
  readonly name: 'shorter_side' | 'sharpness' | 'brightness' | 'glare' | 'colour' | 'cut_edges' | 'moire';
  readonly reason: ReasonCode;
  readonly value: (image: ImageFacts) => number;
  readonly limit: (limits: PhotoLimits) => number;
  readonly end: 'least' | 'most';
  /** The measure applies to the front only, because a back may be printed in black alone. */
  readonly frontAlone?: true;
};

const measures: readonly Measure[] = [
  {
    name: 'shorter_side',
    reason: 'document_too_small',
    value: ({ width, height }) => Math.min(width, height),
    limit: ({ minSide }) => minSide,
    end: 'least',
  },
  {
    name: 'sharpness',
    reason: 'document_blurry',
    value: ({ sharpness }) => sharpness,
    limit: ({ minSharpness }) => minSharpness,
    end: 'least',
  },
  {
    name: 'brightness',
    reason: 'document_too_dark',
    value: ({ brightness }) => brightness,
    limit: ({ minBrightness }) => minBrightness,
    end: 'least',
  },
  {
    name: 'glare',
    reason: 'document_glare',
    value: ({ glare }) => glare,
    limit: ({ maxGlare }) => maxGlare,
    end: 'most',
  },
  {
    name: 'colour',
    reason: 'document_black_and_white',
    value: ({ colour }) => colour,
    limit: ({ minColour }) => minColour,
    end: 'least',
    frontAlone: true,
  },
  {
    name: 'cut_edges',
    reason: 'document_cut_off',
    value: ({ cutEdges }) => cutEdges,
    limit: ({ maxCutEdges }) => maxCutEdges,
    end: 'most',
  },
  {
    name: 'moire',
    reason: 'document_screen_capture',
    value: ({ moire }) => moire,
    limit: ({ maxMoire }) => maxMoire,
    end: 'most',
  },
];

/** The measures that apply to the photo of a side. */
export const measuresOf = (side: Side): readonly Measure[] =>
  measures.filter(({ frontAlone }) => side === 'front' || !frontAlone);

/** The measured values of the current photo of a side, with their limits. */
export const photoSights = ({ images }: Policy, inForce: InForce, side: Side): readonly Sight[] => {
  const image = inForce[side]?.item.image;
  if (!images || !image) return [];
  return measuresOf(side).map(({ name, value, limit }) => {
    return {
      kind: 'value',
      name: `images.${side}.${name}`,
      value: value(image),
      limit: limit(images),
      source: 'image',
    };
  });
};

const isSame = (one: FileEvidence, other: FileEvidence): boolean =>
  one.file.sha256 === other.file.sha256 ||
  (one.contentSha256 !== undefined && one.contentSha256 === other.contentSha256);

/**
 * Whether the applicant supplied the same photo again after a new one was requested. Only photos of the same side are
 * compared, so that photos of swapped sides may be supplied again in the right order.
 */
const isRepeated = (photo: Placed<FileEvidence>, { replaced }: InForce): boolean =>
  replaced.some(({ item }) => item.file.kind === photo.item.file.kind && isSame(item, photo.item));

/** Whether one photo was supplied for both sides. */
const areOne = ({ images }: Policy, { front, back }: InForce): boolean => {
  if (!front || !back) return false;
  return images ? isSame(front.item, back.item) : front.item.file.sha256 === back.item.file.sha256;
};

/**
 * Returns the reasons against the current photo of a side: a measure outside of its limit, or a photo that was supplied
 * before. If the policy has no photo limits, only one photo for both sides counts.
 */
export const photoReasons = (policy: Policy, inForce: InForce, side: Side): readonly ReasonCode[] => {
  const photo = inForce[side];
  if (!photo) return [];
  const { images } = policy;
  const { image } = photo.item;
  const poor = measuresOf(side).filter(({ value, limit, end }) => {
    if (!images || !image) return false;
    return end === 'least' ? value(image) < limit(images) : value(image) > limit(images);
  });
  const again = (images && isRepeated(photo, inForce)) || (side === 'front' && areOne(policy, inForce));
  return [...poor.map(({ reason }) => reason), ...(again ? (['duplicate_file'] as const) : [])];
};
