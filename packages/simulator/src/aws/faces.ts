import type { FaceComparison } from '@portcullis/domain';
import { sha256 } from '../exchange.ts';
import { imageHead, signerOf } from '../image.ts';
import { at, isObject, type JsonObject, merged } from '../json.ts';
import type { Faces } from '../script.ts';
import type { World } from '../world.ts';
import { refusal, type Step, type StepRefusal } from './step.ts';

const landmarks = [
  { Type: 'eyeLeft', X: 0.3722, Y: 0.3799 },
  { Type: 'eyeRight', X: 0.5858, Y: 0.3779 },
  { Type: 'mouthLeft', X: 0.3917, Y: 0.5408 },
  { Type: 'mouthRight', X: 0.5693, Y: 0.5392 },
  { Type: 'nose', X: 0.4762, Y: 0.469 },
];

/** An ideal face: near, sharp, bright and looking straight ahead. */
const goodFace = {
  BoundingBox: { Width: 0.471, Height: 0.4785, Left: 0.2444, Top: 0.1869 },
  Landmarks: landmarks,
  Pose: { Roll: -1.07, Yaw: -1.57, Pitch: 8.92 },
  Quality: { Brightness: 82.14, Sharpness: 95.51 },
  Confidence: 99.997,
};

/** The attributes of a face that are returned only on request. */
const onRequest: { readonly [attribute: string]: JsonObject } = {
  EYES_OPEN: { EyesOpen: { Value: true, Confidence: 99.73 } },
  FACE_OCCLUDED: { FaceOccluded: { Value: false, Confidence: 99.93 } },
  SUNGLASSES: { Sunglasses: { Value: false, Confidence: 99.56 } },
};
const requestedMembers = ['EyesOpen', 'FaceOccluded', 'Sunglasses'];
/** Members of a scripted face that are not part of a response. */
const untold = ['similarity'];

const attributesOf = (request: unknown): readonly string[] => {
  const given = at(request, 'Attributes');
  const names = Array.isArray(given) ? given.map(String) : [];
  return names.includes('ALL') ? Object.keys(onRequest) : names;
};

/** The image under this name, or the error for it. */
const pictureIn = (request: unknown, name: string): Buffer | StepRefusal => {
  const bytes = at(request, name, 'Bytes');
  const inS3 = isObject(at(request, name, 'S3Object'));
  if ((typeof bytes === 'string') === inS3) return refusal('InvalidParameterException');
  if (typeof bytes !== 'string') return refusal('InvalidS3ObjectException');
  const picture = Buffer.from(bytes, 'base64');
  const type = imageHead(picture)?.mediaType;
  return type === 'image/jpeg' || type === 'image/png' ? picture : refusal('InvalidImageFormatException');
};

/** The faces that a scenario's outcome puts on the selfie, and on the document where that is not a single good face. */
const poorFace = { Pose: { Yaw: 48.1 }, Quality: { Brightness: 17.2, Sharpness: 9.1 } };
const smallerFace = { BoundingBox: { Width: 0.31, Height: 0.34, Left: 0.68, Top: 0.05 } };
const selfies: { readonly [outcome in FaceComparison['outcome']]: Faces } = {
  compared: [{}],
  no_face_on_document: [{}],
  several_people_on_document: [{}],
  no_face_in_selfie: [],
  several_faces_in_selfie: [{}, smallerFace],
  selfie_too_poor: [poorFace],
};
const documents: { readonly [outcome in FaceComparison['outcome']]?: Faces } = {
  no_face_on_document: [],
  several_people_on_document: [{}, { ...smallerFace, similarity: 2.4 }],
};

/**
 * The faces on a picture. A picture that came out of a liveness session of this simulator is marked and counts as the
 * selfie. Any other picture counts as the document.
 */
const facesOn = (world: World, picture: Buffer): Faces => {
  const { selfie, document, images = {} } = world.script().faces;
  const { outcome } = world.scenario().faces;
  const digest = sha256(picture);
  if (Object.hasOwn(images, digest)) return images[digest] ?? [];
  if (signerOf(picture) !== null) return selfie ?? selfies[outcome];
  return document ?? documents[outcome] ?? [{}];
};

const detected = (face: JsonObject, attributes: readonly string[]): unknown => {
  const asked = attributes.map((name) => onRequest[name] ?? {});
  const whole = merged(Object.assign({}, goodFace, ...asked), face);
  const told = attributes.flatMap((name) => Object.keys(onRequest[name] ?? {}));
  if (!isObject(whole)) return whole;
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name]) => !untold.includes(name) && (!requestedMembers.includes(name) || told.includes(name)),
    ),
  );
};

const box = { Width: 0.25, Height: 0.3348, Left: 0.3189, Top: 0.4933 };
const { Landmarks, Pose, Quality } = goodFace;
const comparedFace = { BoundingBox: box, Confidence: 99.999, Landmarks, Pose, Quality };

type Alike = { readonly Face: unknown; readonly Similarity: number };

/** The comparison of two pictures: one face, with the similarity of the script or the scenario. */
const ofTwo = (world: World): readonly [source: unknown, alike: readonly Alike[]] => {
  const Similarity = world.script().faces.similarity ?? world.scenario().faces.similarity ?? 0;
  return [comparedFace, [{ Face: comparedFace, Similarity }]];
};

const areaOf = (face: unknown): number =>
  Number(at(face, 'BoundingBox', 'Width')) * Number(at(face, 'BoundingBox', 'Height'));

/**
 * The comparison of a picture with itself: every face on it, the largest with similarity 100, any other with its
 * scripted similarity.
 */
const ofItself = (found: Faces): readonly [source: unknown, alike: readonly Alike[]] => {
  const alike = found.map((face) => {
    const similarity = at(face, 'similarity');
    return { Face: detected(face, []), Similarity: typeof similarity === 'number' ? similarity : 97.5 };
  });
  const [largest] = [...alike].sort((one, other) => areaOf(other.Face) - areaOf(one.Face));
  return [largest?.Face, alike.map((one) => (one === largest ? { ...one, Similarity: 100 } : one))];
};

const comparison = (world: World, request: unknown, [source, alike]: ReturnType<typeof ofTwo>): JsonObject => {
  const { comparison: over = {} } = world.script().faces;
  const threshold = Number(at(request, 'SimilarityThreshold') ?? 80);
  const isMatch = ({ Similarity }: Alike): boolean => Similarity >= threshold;
  const answer = merged(
    {
      SourceImageFace: { BoundingBox: at(source, 'BoundingBox'), Confidence: at(source, 'Confidence') },
      FaceMatches: alike.filter(isMatch).sort((one, other) => other.Similarity - one.Similarity),
      UnmatchedFaces: alike.filter((one) => !isMatch(one)).map(({ Face }) => Face),
    },
    over,
  );
  return isObject(answer) ? answer : over;
};

/** DetectFaces and CompareFaces. Of a picture only its type and its mark are used. */
export const faces = (world: World): { readonly detect: Step; readonly compare: Step } => ({
  detect: (request) => {
    const picture = pictureIn(request, 'Image');
    if ('refused' in picture) return picture;
    const attributes = attributesOf(request);
    return { FaceDetails: facesOn(world, picture).map((face) => detected(face, attributes)) };
  },
  compare: (request) => {
    const source = pictureIn(request, 'SourceImage');
    if ('refused' in source) return source;
    const target = pictureIn(request, 'TargetImage');
    if ('refused' in target) return target;
    const whose = signerOf(source) ?? signerOf(target) ?? sha256(source);
    if (world.isDown('faces', whose, world.scenario().faces.unavailable)) return refusal('InternalServerError');
    const nobody = [source, target].some((picture) => facesOn(world, picture).length === 0);
    if (nobody) return refusal('InvalidParameterException');
    return comparison(world, request, source.equals(target) ? ofItself(facesOn(world, source)) : ofTwo(world));
  },
});
