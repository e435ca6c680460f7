import { sha256 } from '../exchange.ts';
import { imageHead, signerOf } from '../image.ts';
import { at, isObject, type JsonObject, merged } from '../json.ts';
import type { World } from '../world.ts';
import { refusal, type Step, type StepRefusal } from './step.ts';

const landmarks = [
  { Type: 'eyeLeft', X: 0.3722, Y: 0.3799 },
  { Type: 'eyeRight', X: 0.5858, Y: 0.3779 },
  { Type: 'mouthLeft', X: 0.3917, Y: 0.5408 },
  { Type: 'mouthRight', X: 0.5693, Y: 0.5392 },
  { Type: 'nose', X: 0.4762, Y: 0.469 },
];

/** A face as one would like it: near, sharp, bright, looking straight ahead. */
const goodFace = {
  BoundingBox: { Width: 0.471, Height: 0.4785, Left: 0.2444, Top: 0.1869 },
  Landmarks: landmarks,
  Pose: { Roll: -1.07, Yaw: -1.57, Pitch: 8.92 },
  Quality: { Brightness: 82.14, Sharpness: 95.51 },
  Confidence: 99.997,
};

/** What is told of a face only where it is asked for. */
const onRequest: { readonly [attribute: string]: JsonObject } = {
  EYES_OPEN: { EyesOpen: { Value: true, Confidence: 99.73 } },
  FACE_OCCLUDED: { FaceOccluded: { Value: false, Confidence: 99.93 } },
  SUNGLASSES: { Sunglasses: { Value: false, Confidence: 99.56 } },
};
const requestedMembers = ['EyesOpen', 'FaceOccluded', 'Sunglasses'];

const attributesOf = (request: unknown): readonly string[] => {
  const given = at(request, 'Attributes');
  const names = Array.isArray(given) ? given.map(String) : [];
  return names.includes('ALL') ? Object.keys(onRequest) : names;
};

/** The picture under this name, or why it is none that is looked at. */
const pictureIn = (request: unknown, name: string): Buffer | StepRefusal => {
  const bytes = at(request, name, 'Bytes');
  const inS3 = isObject(at(request, name, 'S3Object'));
  if ((typeof bytes === 'string') === inS3) return refusal('InvalidParameterException');
  if (typeof bytes !== 'string') return refusal('InvalidS3ObjectException');
  const picture = Buffer.from(bytes, 'base64');
  const type = imageHead(picture)?.mediaType;
  return type === 'image/jpeg' || type === 'image/png' ? picture : refusal('InvalidImageFormatException');
};

const facesOn = (world: World, picture: Buffer): readonly JsonObject[] => {
  const { faceless = [], details = [{}] } = world.script().faces;
  const { outcome } = world.scenario().faces;
  const without = signerOf(picture) === null ? 'no_face_on_document' : 'no_face_in_selfie';
  if (faceless.includes(sha256(picture)) || outcome === without) return [];
  return details;
};

const detected = (face: JsonObject, attributes: readonly string[]): unknown => {
  const asked = attributes.map((name) => onRequest[name] ?? {});
  const whole = merged(Object.assign({}, goodFace, ...asked), face);
  const told = attributes.flatMap((name) => Object.keys(onRequest[name] ?? {}));
  if (!isObject(whole)) return whole;
  return Object.fromEntries(
    Object.entries(whole).filter(([name]) => !requestedMembers.includes(name) || told.includes(name)),
  );
};

const box = { Width: 0.25, Height: 0.3348, Left: 0.3189, Top: 0.4933 };
const { Landmarks, Pose, Quality } = goodFace;
const comparedFace = { BoundingBox: box, Confidence: 99.999, Landmarks, Pose, Quality };

const comparison = (world: World, request: unknown): JsonObject => {
  const { similarity: scripted, comparison: over = {} } = world.script().faces;
  const similarity = scripted ?? world.scenario().faces.similarity ?? 0;
  const threshold = Number(at(request, 'SimilarityThreshold') ?? 80);
  const isMatch = similarity >= threshold;
  const answer = merged(
    {
      SourceImageFace: { BoundingBox: box, Confidence: 99.999 },
      FaceMatches: isMatch ? [{ Similarity: similarity, Face: comparedFace }] : [],
      UnmatchedFaces: isMatch ? [] : [comparedFace],
    },
    over,
  );
  return isObject(answer) ? answer : over;
};

/** DetectFaces and CompareFaces: the pictures are looked at only for their type and for whose they are. */
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
    const whose = signerOf(source) ?? sha256(source);
    if (world.isDown('faces', whose, world.scenario().faces.unavailable)) return refusal('InternalServerError');
    const nobody = [source, target].some((picture) => facesOn(world, picture).length === 0);
    return nobody ? refusal('InvalidParameterException') : comparison(world, request);
  },
});
