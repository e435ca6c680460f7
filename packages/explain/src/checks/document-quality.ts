import { type DocumentSide, documentSides } from '@portcullis/documents';
import { isSamePicture, measuresForSide, type PhotoMeasure } from '@portcullis/domain/checks';
import type { FileEvidence, ImageFacts, Indexed } from '@portcullis/domain/evidence';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { signalImprovements, signalRegressions } from '../counterfactuals/signals.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import type { CheckTwin } from './check-twin.ts';

type Photo = { readonly side: DocumentSide; readonly evidence: Indexed<FileEvidence>; readonly image: ImageFacts };

/** The current photos of the document that have measures. */
const photosOf = ({ currentEvidence }: ExplainContext): readonly Photo[] =>
  documentSides.flatMap((side) => {
    const evidence = currentEvidence[side];
    return evidence?.value.image ? [{ side, evidence, image: evidence.value.image }] : [];
  });

type MeasureChange = {
  readonly label: string;
  /** The step to the next worse value, and the full range of the values. */
  readonly step: number;
  readonly range: number;
  readonly withValue: (image: ImageFacts, to: number) => ImageFacts;
};

const shareMeasure = (label: string, field: 'sharpness' | 'brightness' | 'glare' | 'colour'): MeasureChange => ({
  label,
  step: 0.001,
  range: 1,
  withValue: (image, to) => ({ ...image, [field]: to }),
});

const withShorterSide = ({ width, height, ...image }: ImageFacts, to: number): ImageFacts =>
  width <= height
    ? { ...image, width: to, height: Math.max(height, to) }
    : { ...image, width: Math.max(width, to), height: to };

/** The label of each measure, and how to change its value. */
const measureChanges: Readonly<Record<PhotoMeasure['name'], MeasureChange>> = {
  shorter_side: { label: 'shorter side', step: 1, range: 1000, withValue: withShorterSide },
  sharpness: shareMeasure('sharpness', 'sharpness'),
  brightness: shareMeasure('brightness', 'brightness'),
  glare: shareMeasure('glare', 'glare'),
  colour: shareMeasure('colour', 'colour'),
  cut_edges: {
    label: 'number of cut edges',
    step: 1,
    range: 4,
    withValue: (image, cutEdges) => ({ ...image, cutEdges }),
  },
};

/** Moves a measure to its limit, or for a regression to the next value beyond it. */
const perturbMeasure = (
  context: ExplainContext,
  photo: Photo,
  measure: PhotoMeasure,
  wanted: 'good' | 'bad',
): readonly Perturbation[] => {
  const { images } = context.policy;
  if (!images) return [];
  const { withValue, label, range, step } = measureChanges[measure.name];
  const from = measure.value(photo.image);
  const limit = measure.limit(images);
  const isGood = measure.bound === 'least' ? from >= limit : from <= limit;
  if (isGood === (wanted === 'good')) return [];
  const beyond = measure.bound === 'least' ? limit - step : limit + step;
  const to = wanted === 'good' ? limit : Number(beyond.toFixed(3));
  const bounds = { least: ['at least', 'less than'], most: ['at most', 'more than'] } as const;
  const [good, bad] = bounds[measure.bound];
  return [
    changeEvidence(context, [photo.evidence], (item) => ({ ...item, image: withValue(photo.image, to) }), {
      what: `images.${photo.side}.${measure.name}`,
      label: `The ${label} of the photo of the ${photo.side}`,
      from,
      to,
      bound: { kind: wanted === 'good' ? good : bad, limit },
      size: relativeDistance(from, to, range),
    }),
  ];
};

/** Moves each measure of each photo to its limit or beyond it. */
const measurePerturbations =
  (wanted: 'good' | 'bad'): FindPerturbations =>
  (context) =>
    photosOf(context).flatMap((photo) =>
      measuresForSide(photo.side).flatMap((measure) => perturbMeasure(context, photo, measure, wanted)),
    );

/** Gives a side a photo that is not used anywhere else. */
const distinctPhotoImprovements: FindPerturbations = (context) =>
  // If one photo was supplied for both sides, the back is the one to replace first.
  documentSides.toReversed().flatMap((side) => {
    const photo = context.currentEvidence[side];
    const isElsewhere = context.input.evidence.some(
      (item, at) => photo && at !== photo.index && item.kind === 'file' && isSamePicture(item, photo.value),
    );
    if (!photo || !isElsewhere) return [];
    const other = ({ contentSha256: _, ...item }: FileEvidence): FileEvidence => ({
      ...item,
      file: { ...item.file, sha256: `wouldbe${side}` },
    });
    const perturbation = {
      label: `The photo of the ${side}`,
      from: 'one that was there before',
      to: 'another one',
      size: 1,
    };
    return [changeEvidence(context, [photo], other, { what: `files.document_${side}`, ...perturbation })];
  });

/** Whether the document is legible. */
export const documentQuality: CheckTwin = {
  isCappedAtReview: true,
  attackCases: [],
  counterfactuals: {
    improvements: {
      photos: [measurePerturbations('good'), distinctPhotoImprovements],
      reading: [signalImprovements],
      substitute: [substituteDocument],
    },
    regressions: {
      photos: [measurePerturbations('bad')],
      reading: [signalRegressions],
      document: [missingFrontRegressions],
    },
  },
};
