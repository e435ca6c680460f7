import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type AwsOperation, awsRequestProblems } from '#simulator/aws/request-shapes';
import { root } from '../../../support/repository/files.ts';

const image = { Bytes: Buffer.from('a picture').toString('base64') };
const keys = { Policy: '{"a":"é"}', DurationSeconds: 900 };

/** A valid request of each operation, with every member that the service sends. */
const requests: Record<AwsOperation, object> = {
  CreateFaceLivenessSession: {
    ClientRequestToken: 'abc000000000001-1-1',
    Settings: { AuditImagesLimit: 0, ChallengePreferences: [{ Type: 'FaceMovementChallenge' }] },
  },
  GetFaceLivenessSessionResults: { SessionId: '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11' },
  DetectFaces: { Image: image, Attributes: ['DEFAULT', 'SUNGLASSES'] },
  CompareFaces: { SourceImage: image, TargetImage: image, SimilarityThreshold: 0 },
  GetFederationToken: { Name: 'idv-abc', ...keys },
  AssumeRole: { RoleArn: 'arn:aws:iam::123456789012:role/liveness', RoleSessionName: 'idv-abc', ...keys },
  GetCallerIdentity: {},
};

const otherTypes = [undefined, null, true, [], {}, [{}], { added: 1 }];
const texts = [
  '',
  'a b',
  'a\n',
  'ä',
  '€',
  '\u007f',
  '\u{1f600}',
  'YQ',
  'YQ==',
  'YQ==\n',
  '900',
  '{',
  'arn:aws',
  'alias/key',
];
const words = ['FaceMovementAndLightChallenge', 'FACE_OCCLUDED', 'eyes_open', '3BA3F1A6-3ED4-4D32-9F9A-1C1F2C0A9A11'];
const ofLengths = [1, 2, 32, 33, 36, 64, 65, 2048, 2049].map((length) => 'a'.repeat(length));
const numbers = [-1, -0.1, 0, 0.9, 4, 5, 100, 100.1, 899, 900, 901.5, 43_200, 43_201, 129_600, 129_601];

/** Values that replace one of a request, at any place: of other types, and around the bounds of texts and numbers. */
const others: readonly unknown[] = [...otherTypes, ...texts, ...words, ...ofLengths, ...numbers];

const places = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...path, name]))]
    : [path];

const withValueAt = (value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown => {
  if (name === undefined) return other;
  const copy: unknown = structuredClone(value);
  if (typeof copy === 'object' && copy !== null)
    Reflect.set(copy, name, withValueAt(Reflect.get(copy, name), rest, other));
  return copy;
};

/** A request unchanged, with an additional member, and with each of its values replaced or left out. */
const changed = (request: object): readonly unknown[] => [
  request,
  { ...request, Unheard: 1 },
  ...places(request).flatMap((place) => others.map((other) => withValueAt(request, place, other))),
];

/** Removes what JSON leaves out. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const folder = join(root, '../shared/vendors');
const checker = join(folder, 'smithy-check.mjs');

// The vendor's models are not part of this repository; without them beside it, there is nothing to compare with.
if (existsSync(checker)) {
  const modelOf = (service: string) => JSON.parse(readFileSync(join(folder, `models/${service}-subset.json`), 'utf8'));
  const services = { rekognition: modelOf('rekognition'), sts: modelOf('sts') };

  describe('the request validation of the vendor simulator', function () {
    this.timeout(60_000);
    let check: (model: unknown, target: string, value: unknown) => readonly string[];
    before(async () => {
      ({ check } = await import(pathToFileURL(checker).href));
    });

    for (const operation of Object.keys(requests) as readonly AwsOperation[]) {
      const service = /Face/.test(operation) ? 'rekognition' : 'sts';
      const target = `com.amazonaws.${service}#${operation}Request`;

      it(`accepts no request of ${operation} that the vendor's model refuses`, () => {
        const accepted = changed(requests[operation])
          .map(sent)
          .filter((request) => awsRequestProblems(operation, request).length === 0);
        expect(accepted).to.deep.include(requests[operation]);
        for (const request of accepted)
          expect(check(services[service], target, request), JSON.stringify(request)).to.deep.equal([]);
      });
    }

    it('ends an image where the model ends it', () => {
      for (const [size, isTaken] of [
        [1, true],
        [5_242_880, true],
        [5_242_881, false],
      ] as const) {
        const request = { Image: { Bytes: Buffer.alloc(size).toString('base64') } };
        const theirs = check(services.rekognition, 'com.amazonaws.rekognition#DetectFacesRequest', request);
        expect([awsRequestProblems('DetectFaces', request).length === 0, theirs.length === 0]).to.deep.equal([
          isTaken,
          isTaken,
        ]);
      }
    });
  });
}
