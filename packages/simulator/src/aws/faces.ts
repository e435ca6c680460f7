import { sha256 } from '../core/exchange.ts';
import { markedPerson, readImageHeader } from '../core/image.ts';
import { deepMerge, isObject, type JsonObject, valueAt } from '../core/json.ts';
import type { Faces } from '../core/script.ts';
import type { SimulatorState } from '../core/state.ts';
import { type RekognitionError, type RekognitionHandler, rekognitionError } from './rekognition-error.ts';

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
const optionalAttributes: { readonly [attribute: string]: JsonObject } = {
  FACE_OCCLUDED: { FaceOccluded: { Value: false, Confidence: 99.93 } },
  SUNGLASSES: { Sunglasses: { Value: false, Confidence: 99.56 } },
};
const requestedMembers = ['FaceOccluded', 'Sunglasses'];
/** Members of a scripted face that are not part of a response. */
const internalMembers = ['similarity'];

const attributesOf = (request: unknown): readonly string[] => {
  const given = valueAt(request, 'Attributes');
  return Array.isArray(given) ? given.map(String) : [];
};

/** The image under this name, or the error for it. */
const readImage = (request: unknown, name: string): Buffer | RekognitionError => {
  const picture = Buffer.from(String(valueAt(request, name, 'Bytes')), 'base64');
  return readImageHeader(picture) === null ? rekognitionError('InvalidImageFormatException') : picture;
};

/** A second person on a document, beside a good face. */
const severalPeople: Faces = [
  {},
  { BoundingBox: { Width: 0.31, Height: 0.34, Left: 0.68, Top: 0.05 }, similarity: 2.4 },
];

/**
 * The faces on a picture. A picture that came out of a liveness session of this simulator is marked and counts as the
 * selfie, with one good face. Any other picture counts as the document.
 */
const facesIn = (state: SimulatorState, picture: Buffer): Faces => {
  const { document, images = {} } = state.script().faces;
  const digest = sha256(picture);
  if (Object.hasOwn(images, digest)) return images[digest] ?? [];
  if (markedPerson(picture) !== null) return [{}];
  return document ?? (state.scenario().faces.outcome === 'several_people_on_document' ? severalPeople : [{}]);
};

const detectedFace = (face: JsonObject, attributes: readonly string[]): unknown => {
  const optionalMembers = attributes.map((name) => optionalAttributes[name] ?? {});
  const whole = deepMerge(Object.assign({}, goodFace, ...optionalMembers), face);
  const optionalNames = attributes.flatMap((name) => Object.keys(optionalAttributes[name] ?? {}));
  if (!isObject(whole)) return whole;
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([name]) => !internalMembers.includes(name) && (!requestedMembers.includes(name) || optionalNames.includes(name)),
    ),
  );
};

const box = { Width: 0.25, Height: 0.3348, Left: 0.3189, Top: 0.4933 };
const { Landmarks, Pose, Quality } = goodFace;
const comparedFace = { BoundingBox: box, Confidence: 99.999, Landmarks, Pose, Quality };

type FaceMatch = { readonly Face: unknown; readonly Similarity: number };

/** The comparison of two pictures: one face, with the similarity of the scenario. */
const compareTwo = (state: SimulatorState): readonly [source: unknown, alike: readonly FaceMatch[]] => {
  const Similarity = state.scenario().faces.similarity ?? 0;
  return [comparedFace, [{ Face: comparedFace, Similarity }]];
};

const areaOf = (face: unknown): number =>
  Number(valueAt(face, 'BoundingBox', 'Width')) * Number(valueAt(face, 'BoundingBox', 'Height'));

/**
 * The comparison of a picture with itself: every face on it, the largest with similarity 100, any other with its
 * scripted similarity.
 */
const compareWithItself = (found: Faces): readonly [source: unknown, alike: readonly FaceMatch[]] => {
  const alike = found.map((face) => {
    const similarity = valueAt(face, 'similarity');
    return { Face: detectedFace(face, []), Similarity: typeof similarity === 'number' ? similarity : 97.5 };
  });
  const [largest] = [...alike].sort((one, other) => areaOf(other.Face) - areaOf(one.Face));
  return [largest?.Face, alike.map((one) => (one === largest ? { ...one, Similarity: 100 } : one))];
};

const comparisonResponse = (request: unknown, [source, alike]: ReturnType<typeof compareTwo>): JsonObject => {
  const threshold = Number(valueAt(request, 'SimilarityThreshold') ?? 80);
  const isMatch = ({ Similarity }: FaceMatch): boolean => Similarity >= threshold;
  return {
    SourceImageFace: { BoundingBox: valueAt(source, 'BoundingBox'), Confidence: valueAt(source, 'Confidence') },
    FaceMatches: alike.filter(isMatch).sort((one, other) => other.Similarity - one.Similarity),
    UnmatchedFaces: alike.filter((one) => !isMatch(one)).map(({ Face }) => Face),
  };
};

/** DetectFaces and CompareFaces. Only the type and the mark of a picture are used. */
export const faces = (
  state: SimulatorState,
): { readonly detect: RekognitionHandler; readonly compare: RekognitionHandler } => ({
  detect: (request) => {
    const picture = readImage(request, 'Image');
    if ('refused' in picture) return picture;
    const attributes = attributesOf(request);
    return { FaceDetails: facesIn(state, picture).map((face) => detectedFace(face, attributes)) };
  },
  compare: (request) => {
    const source = readImage(request, 'SourceImage');
    if ('refused' in source) return source;
    const target = readImage(request, 'TargetImage');
    if ('refused' in target) return target;
    const owner = markedPerson(source) ?? markedPerson(target) ?? sha256(source);
    if (state.isDown('faces', owner, state.scenario().faces.unavailable))
      return rekognitionError('InternalServerError');
    const nobody = [source, target].some((picture) => facesIn(state, picture).length === 0);
    if (nobody) return rekognitionError('InvalidParameterException');
    return comparisonResponse(
      request,
      source.equals(target) ? compareWithItself(facesIn(state, source)) : compareTwo(state),
    );
  },
});
