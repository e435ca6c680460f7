import {
  type Attribute,
  CompareFacesCommand,
  DetectFacesCommand,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { asked } from '../asked.ts';
import { neverMissing } from '../errors.ts';
import { ComparedCodec, type ComparedFace, comparedFacesOf, DetectedCodec, type Face } from './face-codecs.ts';

/** Detects every face on an image, with the attributes that are requested. */
export const facesIn = (
  client: RekognitionClient,
  image: Uint8Array,
  attributes: readonly Attribute[],
): TaskEither<Unavailable, readonly Face[]> => {
  const command = new DetectFacesCommand({ Image: { Bytes: image }, Attributes: [...attributes] });
  return pipe(
    asked('faces', () => client.send(command), DetectedCodec),
    TE.mapLeft(neverMissing('faces')),
    TE.map(({ FaceDetails }) => FaceDetails),
  );
};

/** Compares every face of the target with the largest face of the source. Every similarity from 0 on is returned. */
export const comparedFaces = (
  client: RekognitionClient,
  source: Uint8Array,
  target: Uint8Array,
): TaskEither<Unavailable, readonly ComparedFace[]> => {
  const command = new CompareFacesCommand({
    SourceImage: { Bytes: source },
    TargetImage: { Bytes: target },
    SimilarityThreshold: 0,
  });
  return pipe(
    asked('faces', () => client.send(command), ComparedCodec),
    TE.mapLeft(neverMissing('faces')),
    TE.map(comparedFacesOf),
  );
};
