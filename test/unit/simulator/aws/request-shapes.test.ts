import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AwsOperation, awsRequestProblems } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import fc from 'fast-check';
import { isFullEffort, leastOf, runs } from '../../../support/effort.ts';
import { unicodeText } from '../../../support/generators/unicode-text.ts';
import { root } from '../../../support/repository/files.ts';

/** Makes a valid value in eight of ten cases, and another value otherwise. */
const mostlyValid = <T>(right: T, ...others: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: fc.constant(right), weight: 8 * others.length },
    ...others.map((one) => ({ arbitrary: one, weight: 2 })),
  );
const text = (right: string, ...edges: readonly string[]) =>
  mostlyValid(right, fc.constantFrom(right, ...edges), unicodeText({ maxLength: 40 }));
const oneOf = (right: unknown, ...others: readonly unknown[]) => mostlyValid(right, fc.constantFrom(...others));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((some) => Buffer.from(some).toString('base64'));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const needed = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 20 });

const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';
const roleArn = 'arn:aws:iam::123456789012:role/liveness';
const image = fc.record({
  Bytes: needed(fc.oneof({ arbitrary: bytes, weight: 19 }, fc.constantFrom('', 'YQ', 'YQ==', 'not base64', 'YQ==\n'))),
});
const policy = needed(text('{}', '', '{"a":"é"}', '{"a":"€"}', 'a'.repeat(2048), 'a'.repeat(2049)));
const seconds = (last: number) => needed(oneOf(900, 899, 901.5, last, last + 1, '900'));

/** Requests that are valid about as often as not. */
const requests: Record<AwsOperation, fc.Arbitrary<object>> = {
  CreateFaceLivenessSession: fc.record({
    ClientRequestToken: optional(text('abc-1', '', 'a b', 'a'.repeat(64), 'a'.repeat(65), 'ä')),
    Settings: optional(
      fc.record({
        AuditImagesLimit: optional(oneOf(0, -1, 1.5, 4, 5, '1', null)),
        ChallengePreferences: optional(
          fc.array(
            fc.record({ Type: needed(oneOf('FaceMovementChallenge', 'FaceMovementAndLightChallenge', 'Other')) }),
            { maxLength: 3 },
          ),
        ),
      }),
    ),
  }),
  GetFaceLivenessSessionResults: fc.record({
    SessionId: needed(fc.oneof(fc.uuid(), text(sessionId, sessionId.toUpperCase(), `${sessionId}a`, `${sessionId}\n`))),
  }),
  DetectFaces: fc.record({
    Image: needed(image),
    Attributes: optional(fc.array(oneOf('DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES', 'eyes_open', ''), { maxLength: 3 })),
  }),
  CompareFaces: fc.record({
    SourceImage: needed(image),
    TargetImage: needed(image),
    SimilarityThreshold: optional(oneOf(80, -0.1, 0, 0.9, 100, 100.1, '80', null)),
  }),
  GetFederationToken: fc.record({
    Name: needed(text('idv-abc', 'a', 'a'.repeat(32), 'a'.repeat(33), 'a b', 'ä')),
    Policy: policy,
    DurationSeconds: seconds(129_600),
  }),
  AssumeRole: fc.record({
    RoleArn: needed(text(roleArn, 'arn:aws', 'a'.repeat(2049))),
    RoleSessionName: needed(text('idv-abc', 'a', 'a'.repeat(64), 'a'.repeat(65))),
    Policy: policy,
    DurationSeconds: seconds(43_200),
  }),
  GetCallerIdentity: fc.record({}),
};

/** A value that replaces one of the request, at any place. */
const junk = fc.constantFrom<unknown>(0, -1, 1.5, '', 'text', true, null, [], {}, [{}], { added: 1 });

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

/** Makes a request unchanged, with one of its values replaced, or with an additional member. */
const broken = (request: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: request, weight: 2 },
    {
      arbitrary: fc
        .tuple(request, fc.nat(), junk)
        .map(([value, n, other]) => withValueAt(value, places(value)[n % places(value).length] ?? [], other)),
      weight: 2,
    },
    { arbitrary: request.map((value) => ({ ...value, Unheard: 1 })), weight: 1 },
  );

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
        const numRuns = runs(1000, 250);
        const counts = { taken: 0, refused: 0 };
        const property = fc.property(broken(requests[operation]), (value) => {
          const request = sent(value);
          const ours = awsRequestProblems(operation, request);
          const theirs = check(services[service], target, request);
          counts[ours.length === 0 ? 'taken' : 'refused'] += 1;
          if (ours.length === 0) expect(theirs, JSON.stringify(request)).to.deep.equal([]);
        });
        fc.assert(property, { numRuns });
        expect(Math.min(counts.taken, counts.refused)).to.be.at.least(isFullEffort ? 20 : leastOf(20, numRuns, 1000));
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
