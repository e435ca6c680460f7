import {
  type Attribute,
  CompareFacesCommand,
  DetectFacesCommand,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { notFoundAsRejected, type SendOptions } from '@portcullis/vendor-client/aws-sdk';
import { sendCommand } from '../client/send-command.ts';
import {
  type ComparedFaces,
  ComparedFacesCodec,
  DetectedFacesCodec,
  type Face,
  toComparedFaces,
} from './face-codecs.ts';

/** How the commands of one call are sent. */
export type FaceCall = { readonly client: RekognitionClient; readonly options: SendOptions };

/** Detects every face on an image, with the attributes that are requested. */
export const detectFaces = (
  { client, options }: FaceCall,
  image: Uint8Array,
  attributes: readonly Attribute[],
): TaskEither<Unavailable, readonly Face[]> => {
  const command = new DetectFacesCommand({ Image: { Bytes: image }, Attributes: [...attributes] });
  return pipe(
    sendCommand('faces', () => client.send(command, options), DetectedFacesCodec),
    TE.mapLeft(notFoundAsRejected('faces')),
    TE.map(({ FaceDetails }) => FaceDetails),
  );
};

/** Compares every face of the target with the largest face of the source. Every similarity from 0 on is returned. */
export const compareFaces = (
  { client, options }: FaceCall,
  source: Uint8Array,
  target: Uint8Array,
): TaskEither<Unavailable, ComparedFaces> => {
  const command = new CompareFacesCommand({
    SourceImage: { Bytes: source },
    TargetImage: { Bytes: target },
    SimilarityThreshold: 0,
  });
  return pipe(
    sendCommand('faces', () => client.send(command, options), ComparedFacesCodec),
    TE.mapLeft(notFoundAsRejected('faces')),
    TE.map(toComparedFaces),
  );
};
