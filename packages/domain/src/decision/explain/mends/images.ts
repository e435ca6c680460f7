import type { FileEvidence } from '../../../evidence/evidence.ts';
import type { ImageFacts } from '../../../evidence/image-facts.ts';
import type { Placed } from '../../../evidence/in-force.ts';
import { type Measure, measuresOf, type Side } from '../../document/photos.ts';
import { type Edit, type EditsOf, editing, type Scene, shareOf } from '../edit.ts';

const sides = ['front', 'back'] as const satisfies readonly Side[];

type Photo = { readonly side: Side; readonly placed: Placed<FileEvidence>; readonly image: ImageFacts };

/** The current photos of the document that have measures. */
const photosOf = ({ inForce }: Scene): readonly Photo[] =>
  sides.flatMap((side) => {
    const placed = inForce[side];
    return placed?.item.image ? [{ side, placed, image: placed.item.image }] : [];
  });

type Remeasured = {
  readonly noun: string;
  /** The step to the next worse value, and the full range of the values. */
  readonly step: number;
  readonly range: number;
  readonly as: (image: ImageFacts, to: number) => ImageFacts;
};

const share = (noun: string, field: 'sharpness' | 'brightness' | 'glare' | 'colour' | 'moire'): Remeasured => ({
  noun,
  step: 0.001,
  range: 1,
  as: (image, to) => ({ ...image, [field]: to }),
});

const shorter = ({ width, height, ...image }: ImageFacts, to: number): ImageFacts =>
  width <= height
    ? { ...image, width: to, height: Math.max(height, to) }
    : { ...image, width: Math.max(width, to), height: to };

/** The label of each measure, and how to change its value. */
const remeasured: Readonly<Record<Measure['name'], Remeasured>> = {
  shorter_side: { noun: 'shorter side', step: 1, range: 1000, as: shorter },
  sharpness: share('sharpness', 'sharpness'),
  brightness: share('brightness', 'brightness'),
  glare: share('glare', 'glare'),
  colour: share('colour', 'colour'),
  cut_edges: { noun: 'number of cut edges', step: 1, range: 4, as: (image, cutEdges) => ({ ...image, cutEdges }) },
  moire: share('grid of a screen', 'moire'),
};

/** Moves a measure to its limit, or for a regression to the next value beyond it. */
const measured = (scene: Scene, photo: Photo, measure: Measure, wanted: 'good' | 'bad'): readonly Edit[] => {
  const { images } = scene.policy;
  if (!images) return [];
  const { as, noun, range, step } = remeasured[measure.name];
  const [from, limit] = [measure.value(photo.image), measure.limit(images)];
  const isGood = measure.end === 'least' ? from >= limit : from <= limit;
  if (isGood === (wanted === 'good')) return [];
  const beyond = measure.end === 'least' ? limit - step : limit + step;
  const to = wanted === 'good' ? limit : Number(beyond.toFixed(3));
  return [
    editing(scene, [photo.placed], (item) => ({ ...item, image: as(photo.image, to) }), {
      what: `images.${photo.side}.${measure.name}`,
      noun: `The ${noun} of the photo of the ${photo.side}`,
      from,
      to,
      size: shareOf(from, to, range),
    }),
  ];
};

/** Moves each measure of each photo to its limit or beyond it. */
export const measureEdits = (scene: Scene, wanted: 'good' | 'bad'): readonly Edit[] =>
  photosOf(scene).flatMap((photo) =>
    measuresOf(photo.side).flatMap((measure) => measured(scene, photo, measure, wanted)),
  );

const isSame = (one: FileEvidence, other: FileEvidence): boolean =>
  one.file.sha256 === other.file.sha256 ||
  (one.contentSha256 !== undefined && one.contentSha256 === other.contentSha256);

/** Gives a side a photo that is not used anywhere else. */
const ownMends: EditsOf = (scene) =>
  // If one photo was supplied for both sides, the back is the one to replace first.
  sides.toReversed().flatMap((side) => {
    const placed = scene.inForce[side];
    const isElsewhere = scene.file.evidence.some(
      (item, at) => placed && at !== placed.at && item.kind === 'file' && isSame(item, placed.item),
    );
    if (!placed || !isElsewhere) return [];
    const other = ({ contentSha256: _, ...item }: FileEvidence): FileEvidence => ({
      ...item,
      file: { ...item.file, sha256: `wouldbe${side}` },
    });
    const edit = { noun: `The photo of the ${side}`, from: 'one that was there before', to: 'another one', size: 1 };
    return [editing(scene, [placed], other, { what: `files.document_${side}`, ...edit })];
  });

/** Finds the perturbations that bring every photo within the limits of the policy and make the photos distinct. */
export const imageMends: EditsOf = (scene) => [...measureEdits(scene, 'good'), ...ownMends(scene)];
