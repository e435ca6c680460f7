import type { FileEvidence } from '../../../evidence/evidence.ts';
import type { ImageFacts } from '../../../evidence/image-facts.ts';
import type { Placed } from '../../../evidence/in-force.ts';
import type { PhotoLimits } from '../../policy.ts';
import { type Edit, type EditsOf, editing, type Scene, shareOf } from '../edit.ts';

type Measure = Exclude<keyof ImageFacts, 'width' | 'height'>;

type Limit = {
  readonly measure: Measure;
  readonly noun: string;
  readonly limit: (limits: PhotoLimits) => number;
  readonly side: 'least' | 'most';
  readonly range: number;
};

/** What each measured thing is held to. */
const limited: readonly Limit[] = [
  { measure: 'sharpness', noun: 'sharpness', limit: (l) => l.minSharpness, side: 'least', range: 1 },
  { measure: 'brightness', noun: 'brightness', limit: (l) => l.minBrightness, side: 'least', range: 1 },
  { measure: 'glare', noun: 'glare', limit: (l) => l.maxGlare, side: 'most', range: 1 },
  { measure: 'colour', noun: 'colour', limit: (l) => l.minColour, side: 'least', range: 1 },
  { measure: 'cutEdges', noun: 'number of cut edges', limit: (l) => l.maxCutEdges, side: 'most', range: 4 },
  { measure: 'moire', noun: 'pattern of a screen', limit: (l) => l.maxMoire, side: 'most', range: 1 },
];

const sides = ['front', 'back'] as const;
type Side = (typeof sides)[number];

type Photo = { readonly side: Side; readonly placed: Placed<FileEvidence>; readonly image: ImageFacts };

/** The measured photos of the document that are in force. */
const photosOf = ({ inForce }: Scene): readonly Photo[] =>
  sides.flatMap((side) => {
    const placed = inForce[side];
    return placed?.item.image ? [{ side, placed, image: placed.item.image }] : [];
  });

const remeasured = (
  scene: Scene,
  { side, placed, image }: Photo,
  measured: Partial<ImageFacts>,
  edit: Pick<Edit, 'from' | 'to' | 'size'> & { readonly name: string; readonly noun: string },
): Edit =>
  editing(scene, [placed], (item) => ({ ...item, image: { ...image, ...measured } }), {
    what: `images.${side}.${edit.name}`,
    noun: `The ${edit.noun} of the photo of the ${side}`,
    from: edit.from,
    to: edit.to,
    size: edit.size,
  });

/** How far beyond its limit (or, for a loss, before it) each measure of each photo is, moved there. */
export const measureEdits = (scene: Scene, wanted: 'good' | 'bad'): readonly Edit[] => {
  const { images } = scene.policy;
  if (!images) return [];
  return photosOf(scene).flatMap((photo) => [
    ...limited.flatMap(({ measure, noun, limit, side, range }) => {
      const [from, at] = [photo.image[measure], limit(images)];
      const isGood = side === 'least' ? from >= at : from <= at;
      if (isGood === (wanted === 'good')) return [];
      const step = measure === 'cutEdges' ? 1 : 0.001;
      const beyond = side === 'least' ? at - step : at + step;
      const to = wanted === 'good' ? at : Number(beyond.toFixed(3));
      const name = measure === 'cutEdges' ? 'cut_edges' : measure;
      return [remeasured(scene, photo, { [measure]: to }, { name, noun, from, to, size: shareOf(from, to, range) })];
    }),
    ...sizeEdits(scene, photo, images.minSide, wanted),
  ]);
};

const sizeEdits = (scene: Scene, photo: Photo, minSide: number, wanted: 'good' | 'bad'): readonly Edit[] => {
  const { width, height } = photo.image;
  const from = Math.min(width, height);
  if (from >= minSide === (wanted === 'good')) return [];
  const to = wanted === 'good' ? minSide : minSide - 1;
  const measured =
    width <= height ? { width: to, height: Math.max(height, to) } : { width: Math.max(width, to), height: to };
  const size = shareOf(from, to, Math.max(from, to));
  return [remeasured(scene, photo, measured, { name: 'shorter_side', noun: 'shorter side', from, to, size })];
};

/** Photos that are as good as the policy wants them. */
export const imageMends: EditsOf = (scene) => measureEdits(scene, 'good');
