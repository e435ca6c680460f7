import type { FileEvidence } from '../../../evidence/evidence.ts';
import type { ImageFacts } from '../../../evidence/image-facts.ts';
import type { Placed } from '../../../evidence/in-force.ts';
import { type Measure, measuresOf, type Side } from '../../document/photos.ts';
import { type Edit, type EditsOf, editing, type Scene, shareOf } from '../edit.ts';

const sides = ['front', 'back'] as const satisfies readonly Side[];

type Photo = { readonly side: Side; readonly placed: Placed<FileEvidence>; readonly image: ImageFacts };

/** The measured photos of the document that are in force. */
const photosOf = ({ inForce }: Scene): readonly Photo[] =>
  sides.flatMap((side) => {
    const placed = inForce[side];
    return placed?.item.image ? [{ side, placed, image: placed.item.image }] : [];
  });

type Remeasured = {
  readonly noun: string;
  /** The next worse number, and from one end to the other. */
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

/** How each thing that is measured is said, and how it would be otherwise. */
const remeasured: Readonly<Record<Measure['name'], Remeasured>> = {
  shorter_side: { noun: 'shorter side', step: 1, range: 1000, as: shorter },
  sharpness: share('sharpness', 'sharpness'),
  brightness: share('brightness', 'brightness'),
  glare: share('glare', 'glare'),
  colour: share('colour', 'colour'),
  cut_edges: { noun: 'number of cut edges', step: 1, range: 4, as: (image, cutEdges) => ({ ...image, cutEdges }) },
  moire: share('grid of a screen', 'moire'),
};

/** A measure at its limit; for a loss, the next number beyond it. */
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

/** What was measured of each photo, moved to its limit or beyond it. */
export const measureEdits = (scene: Scene, wanted: 'good' | 'bad'): readonly Edit[] =>
  photosOf(scene).flatMap((photo) =>
    measuresOf(photo.side).flatMap((measure) => measured(scene, photo, measure, wanted)),
  );

const isSame = (one: FileEvidence, other: FileEvidence): boolean =>
  one.file.sha256 === other.file.sha256 ||
  (one.contentSha256 !== undefined && one.contentSha256 === other.contentSha256);

/** A side of which there is a picture that is nowhere else. */
const ownMends: EditsOf = (scene) =>
  // Of one picture for both sides, the back is the one to be taken again.
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

/** Photos that are as good as the policy wants them, and each another one. */
export const imageMends: EditsOf = (scene) => [...measureEdits(scene, 'good'), ...ownMends(scene)];
