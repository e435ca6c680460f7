import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import {
  askRekognition,
  askSts,
  bodyOf,
  errorIn,
  federation,
  simulatorForTests,
} from '../../../support/clients/vendor-calls.ts';
import { type FakeClock, fakeClock } from '../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';

const imageOf = (bytes: Uint8Array) => ({ Bytes: Buffer.from(bytes).toString('base64') });

// What the adapters make of it stands in the contracts of their ports, and in test/adapters/aws.
describe('the simulator of AWS', () => {
  let clock: FakeClock = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => clock.now() } });
  beforeEach(() => {
    clock = fakeClock();
  });
  const sts = (form: Record<string, string>) => askSts(running().url, form);
  const rekognition = (operation: string, body: unknown) => askRekognition(running().url, operation, body);
  const detect = (bytes: Uint8Array) => rekognition('DetectFaces', { Image: imageOf(bytes) });
  const compare = (more: object) =>
    rekognition('CompareFaces', { SourceImage: imageOf(tinyJpeg()), TargetImage: imageOf(tinyJpeg()), ...more });

  it('refuses an invalid policy', async () => {
    const malformed = { status: 400, code: 'MalformedPolicyDocument', message: 'Syntax errors in policy.' };
    for (const Policy of ['{', '[]', '{}', '{"Version":"2012-10-17","Statement":[{"Effect":"allow","Action":"a:b"}]}'])
      expect(errorIn(await sts({ ...federation, Policy })), Policy).to.deep.equal(malformed);
  });

  it('refuses a request that violates the model, with the field', async () => {
    expect(errorIn(await sts({ ...federation, DurationSeconds: '60' }))).to.deep.equal({
      status: 400,
      code: 'ValidationError',
      message: "1 validation error detected: Value at 'DurationSeconds' must be at least 900 and at most 129600",
    });
    for (const wrong of [{ Name: 'a b' }, { DurationSeconds: '15m' }, { Duration: '900' }])
      expect(errorIn(await sts({ ...federation, ...wrong })).code, JSON.stringify(wrong)).to.equal('ValidationError');
    expect(errorIn(await rekognition('DetectFaces', { Image: {}, Attributes: ['AGE'], Limit: 1 }))).to.deep.equal({
      status: 400,
      code: 'InvalidParameterException',
      message:
        "3 validation errors detected: Value at 'Image.Bytes' is required; Value at 'Attributes[0]' must be one of DEFAULT, FACE_OCCLUDED, SUNGLASSES; Value at '/Limit' is not a member",
    });
    for (const body of ['not json', '[]', '"text"', ''])
      expect(errorIn(await rekognition('DetectFaces', body)).code, body).to.equal('SerializationException');
  });

  it('refuses every other operation and every other version', async () => {
    for (const wrong of [{ Action: 'GetSessionToken' }, { ...federation, Version: '2010-01-01' }])
      expect(errorIn(await sts(wrong)).code).to.equal('InvalidAction');
    for (const operation of ['DetectLabels', 'constructor', ''])
      expect(errorIn(await rekognition(operation, {})).code).to.equal('UnknownOperationException');
  });

  it('denies nobody their own identity', async () => {
    running().script({ denied: ['sts:GetCallerIdentity'] });
    expect((await sts({ Action: 'GetCallerIdentity' })).status).to.equal(200);
  });

  it('records the policy that was sent, parsed, and the digest of a picture in its place', async () => {
    await sts(federation);
    await detect(tinyJpeg());
    const digest = createHash('sha256').update(tinyJpeg()).digest('hex');
    expect(
      running()
        .requests()
        .map(({ body }) => body),
    ).to.deep.equal([
      { Name: 'sim-abc', Policy: JSON.parse(federation.Policy), DurationSeconds: 900 },
      { Image: { Bytes: { bytes: tinyJpeg().length, sha256: digest } } },
    ]);
  });

  it('detects faces on JPEG and PNG of up to 5,242,880 bytes only', async () => {
    const png = await sharp(tinyJpeg()).png().toBuffer();
    const padded = (size: number) => Buffer.concat([tinyJpeg(), Buffer.alloc(size - tinyJpeg().length)]);
    for (const bytes of [png, padded(5_242_880)]) expect((await detect(bytes)).status).to.equal(200);
    expect(errorIn(await detect(padded(5_242_881))).code).to.equal('ImageTooLargeException');
    const webp = await sharp(tinyJpeg()).webp().toBuffer();
    expect(errorIn(await detect(webp)).code).to.equal('InvalidImageFormatException');
  });

  it('answers no similarity below the threshold, which is 80 by default, and none without a face', async () => {
    running().script({ faces: { document: [{}, { BoundingBox: { Width: 0.1, Height: 0.1 }, similarity: 79.9 }] } });
    const similarities = async (more: object) => {
      const { FaceMatches, UnmatchedFaces } = bodyOf(await compare(more));
      const matches: readonly unknown[] = Array.isArray(FaceMatches) ? FaceMatches : [];
      return [matches.map((one) => Reflect.get(Object(one), 'Similarity')), Object(UnmatchedFaces).length];
    };
    expect(await similarities({})).to.deep.equal([[100], 1]);
    expect(await similarities({ SimilarityThreshold: 79.9 })).to.deep.equal([[100, 79.9], 0]);
    running().script({ faces: { document: [] } });
    expect(errorIn(await compare({})).code).to.equal('InvalidParameterException');
  });

  it('shows one face on the picture of a session, whatever the scenario shows on the document', async () => {
    running().script({ scenario: 'review_two_people_on_document' });
    const { SessionId } = bodyOf(await rekognition('CreateFaceLivenessSession', {}));
    const { ReferenceImage } = bodyOf(await rekognition('GetFaceLivenessSessionResults', { SessionId }));
    const selfie = Buffer.from(String(Reflect.get(Object(ReferenceImage), 'Bytes')), 'base64');
    const countOn = async (bytes: Uint8Array) => Object(bodyOf(await detect(bytes))['FaceDetails']).length;
    expect([await countOn(selfie), await countOn(tinyJpeg())]).to.deep.equal([1, 2]);
  });

  it('knows a session as expired for three more minutes, and not after that', async () => {
    const { SessionId } = bodyOf(await rekognition('CreateFaceLivenessSession', {}));
    const results = () => rekognition('GetFaceLivenessSessionResults', { SessionId });
    clock.advance(180_000);
    expect((await results()).body).to.deep.equal({ SessionId, Status: 'EXPIRED' });
    clock.advance(180_000);
    expect(errorIn(await results()).code).to.equal('SessionNotFoundException');
  });

  it('plays the scenario for each profile by the attempts in its request tokens, after a restart as well', async () => {
    running().script({ scenario: 'retry_liveness_failed_then_approve' });
    const play = async (ClientRequestToken: string) => {
      const { SessionId } = bodyOf(await rekognition('CreateFaceLivenessSession', { ClientRequestToken }));
      return bodyOf(await rekognition('GetFaceLivenessSessionResults', { SessionId }))['Status'];
    };
    expect([await play('abc000000000001-1-1'), await play('abc000000000002-1-1')]).to.deep.equal(['FAILED', 'FAILED']);
    expect([await play('abc000000000001-1-2'), await play('abc000000000003-2-1')]).to.deep.equal([
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
  });
});
