import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { askRekognition, bodyOf, errorIn, simulatorForTests } from '../../../support/clients/vendor-calls.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';

/** This is another picture than the tiny one. */
const another = new Uint8Array([...tinyJpeg(), 0]);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const imageOf = (bytes: Uint8Array) => ({ Bytes: base64(bytes) });

const landmarks = [
  { Type: 'eyeLeft', X: 0.3722, Y: 0.3799 },
  { Type: 'eyeRight', X: 0.5858, Y: 0.3779 },
  { Type: 'mouthLeft', X: 0.3917, Y: 0.5408 },
  { Type: 'mouthRight', X: 0.5693, Y: 0.5392 },
  { Type: 'nose', X: 0.4762, Y: 0.469 },
];
const goodFace = {
  BoundingBox: { Width: 0.471, Height: 0.4785, Left: 0.2444, Top: 0.1869 },
  Landmarks: landmarks,
  Pose: { Roll: -1.07, Yaw: -1.57, Pitch: 8.92 },
  Quality: { Brightness: 82.14, Sharpness: 95.51 },
  Confidence: 99.997,
};
const box = { Width: 0.25, Height: 0.3348, Left: 0.3189, Top: 0.4933 };
const comparedFace = {
  BoundingBox: box,
  Confidence: 99.999,
  Landmarks: landmarks,
  Pose: goodFace.Pose,
  Quality: goodFace.Quality,
};
const SourceImageFace = { BoundingBox: box, Confidence: 99.999 };

describe('faces in the vendor simulator', () => {
  const { running } = simulatorForTests();
  const detect = (bytes: Uint8Array, ...Attributes: readonly string[]) =>
    askRekognition(running().url, 'DetectFaces', {
      Image: imageOf(bytes),
      ...(Attributes.length > 0 && { Attributes }),
    });
  const facesOn = async (bytes: Uint8Array, ...attributes: readonly string[]) =>
    bodyOf(await detect(bytes, ...attributes))['FaceDetails'];
  const compare = (source: Uint8Array, target: Uint8Array, more: object = { SimilarityThreshold: 0 }) =>
    askRekognition(running().url, 'CompareFaces', {
      SourceImage: imageOf(source),
      TargetImage: imageOf(target),
      ...more,
    });

  /** Answers the picture of a session, as the service gets it. */
  const selfie = async (profileId = 'abc000000000001'): Promise<Uint8Array> => {
    const { url } = running();
    const { SessionId } = bodyOf(
      await askRekognition(url, 'CreateFaceLivenessSession', { ClientRequestToken: `${profileId}-1-1` }),
    );
    const { ReferenceImage } = bodyOf(await askRekognition(url, 'GetFaceLivenessSessionResults', { SessionId }));
    return Buffer.from(String(Reflect.get(Object(ReferenceImage), 'Bytes')), 'base64');
  };

  it('are one good face with the default attributes, and no more', async () => {
    expect((await detect(tinyJpeg())).body).to.deep.equal({ FaceDetails: [goodFace] });
    expect(await facesOn(tinyJpeg(), 'DEFAULT')).to.deep.equal([goodFace]);
  });

  it('have the requested attributes', async () => {
    const more = {
      FaceOccluded: { Value: false, Confidence: 99.93 },
      EyesOpen: { Value: true, Confidence: 99.73 },
      Sunglasses: { Value: false, Confidence: 99.56 },
    };
    expect(await facesOn(tinyJpeg(), 'DEFAULT', 'EYES_OPEN')).to.deep.equal([{ ...goodFace, EyesOpen: more.EyesOpen }]);
    expect(await facesOn(tinyJpeg(), 'ALL')).to.deep.equal([{ ...goodFace, ...more }]);
  });

  it('are detected on the selfie and on the document as the script says', async () => {
    running().script({ faces: { selfie: [], document: [{}, { Quality: { Sharpness: 9.1 } }] } });
    expect(await facesOn(await selfie())).to.deep.equal([]);
    const dull = { ...goodFace, Quality: { Brightness: 82.14, Sharpness: 9.1 } };
    expect(await facesOn(tinyJpeg())).to.deep.equal([goodFace, dull]);
  });

  it('are detected on one picture as the script says for its bytes', async () => {
    const other = await sharp(tinyJpeg()).png().toBuffer();
    running().script({ faces: { images: { [sha256(tinyJpeg())]: [] } } });
    expect([await facesOn(tinyJpeg()), await facesOn(other)]).to.deep.equal([[], [goodFace]]);
  });

  it('have no attribute that was not requested, whatever the script says', async () => {
    const Sunglasses = { Value: true, Confidence: 98 };
    running().script({ faces: { document: [{ Sunglasses }] } });
    expect(await facesOn(tinyJpeg())).to.deep.equal([goodFace]);
    expect(await facesOn(tinyJpeg(), 'SUNGLASSES')).to.deep.equal([{ ...goodFace, Sunglasses }]);
  });

  it('have the similarity of the scenario', async () => {
    const match = (Similarity: number) => ({
      SourceImageFace,
      FaceMatches: [{ Similarity, Face: comparedFace }],
      UnmatchedFaces: [],
    });
    expect((await compare(await selfie(), tinyJpeg())).body).to.deep.equal(match(98.2));
    running().script({ scenario: 'decline_face_mismatch' });
    expect((await compare(another, tinyJpeg())).body).to.deep.equal(match(12.7));
    running().script({ faces: { similarity: 55.5 } });
    expect((await compare(tinyJpeg(), another)).body).to.deep.equal(match(55.5));
  });

  describe('of one picture and itself', () => {
    const small = { Width: 0.1, Height: 0.1, Left: 0.8, Top: 0.1 };
    const ownFace = { BoundingBox: goodFace.BoundingBox, Confidence: goodFace.Confidence };

    it('are fully similar where there is one, whatever the scenario says of two pictures', async () => {
      running().script({ scenario: 'decline_face_mismatch' });
      expect((await compare(tinyJpeg(), tinyJpeg())).body).to.deep.equal({
        SourceImageFace: ownFace,
        FaceMatches: [{ Similarity: 100, Face: goodFace }],
        UnmatchedFaces: [],
      });
    });

    it('each have the scripted similarity to the largest one, and their positions', async () => {
      const ghost = { BoundingBox: small };
      const stranger = { BoundingBox: { ...small, Top: 0.5 }, similarity: 2.4 };
      running().script({ faces: { document: [stranger, ghost, {}] } });
      const matches = [
        { Similarity: 100, Face: goodFace },
        { Similarity: 97.5, Face: { ...goodFace, ...ghost } },
      ];
      const other = { ...goodFace, BoundingBox: stranger.BoundingBox };
      expect(await facesOn(tinyJpeg())).to.deep.equal([other, { ...goodFace, ...ghost }, goodFace]);
      expect((await compare(tinyJpeg(), tinyJpeg())).body).to.deep.equal({
        SourceImageFace: ownFace,
        FaceMatches: [...matches, { Similarity: 2.4, Face: other }],
        UnmatchedFaces: [],
      });
      expect((await compare(tinyJpeg(), tinyJpeg(), {})).body).to.deep.equal({
        SourceImageFace: ownFace,
        FaceMatches: matches,
        UnmatchedFaces: [other],
      });
    });
  });

  it('are no match, without a number, below the threshold, which is 80 by default', async () => {
    const unmatched = { SourceImageFace, FaceMatches: [], UnmatchedFaces: [comparedFace] };
    running().script({ faces: { similarity: 79.9 } });
    expect((await compare(another, tinyJpeg(), {})).body).to.deep.equal(unmatched);
    expect(bodyOf(await compare(another, tinyJpeg(), { SimilarityThreshold: 79.9 }))['FaceMatches']).to.have.lengthOf(
      1,
    );
    expect((await compare(another, tinyJpeg(), { SimilarityThreshold: 80 })).body).to.deep.equal(unmatched);
  });

  it('cannot be compared when one of the pictures has none', async () => {
    const refused = { status: 400, code: 'InvalidParameterException', message: 'Request has invalid parameters.' };
    const picture = await selfie();
    running().script({ faces: { document: [] } });
    expect(errorIn(await compare(picture, tinyJpeg()))).to.deep.equal(refused);
    expect(errorIn(await compare(tinyJpeg(), picture))).to.deep.equal(refused);
    expect((await compare(picture, picture)).status).to.equal(200);
  });

  it('are compared with the changes that the script makes to the response', async () => {
    running().script({ faces: { comparison: { FaceMatches: [], UnmatchedFaces: [] } } });
    expect((await compare(another, tinyJpeg())).body).to.deep.equal({
      SourceImageFace,
      FaceMatches: [],
      UnmatchedFaces: [],
    });
  });

  it('are unavailable for the first comparison of each person when the scenario says so', async () => {
    running().script({ scenario: 'provider_down_then_up' });
    const one = await selfie('abc000000000001');
    const other = await selfie('abc000000000002');
    const statuses: number[] = [];
    for (const picture of [one, other]) {
      statuses.push((await compare(picture, tinyJpeg())).status, (await compare(tinyJpeg(), picture)).status);
    }
    expect(statuses).to.deep.equal([500, 200, 500, 200]);
    expect(errorIn(await compare(tinyJpeg(), tinyJpeg()))).to.include({ code: 'InternalServerError' });
  });

  it('are detected on JPEG and PNG only', async () => {
    const picture = sharp(tinyJpeg());
    expect((await detect(await picture.png().toBuffer())).status).to.equal(200);
    const refused = { status: 400, code: 'InvalidImageFormatException', message: 'Request has invalid image format.' };
    for (const bytes of [await picture.webp().toBuffer(), await picture.gif().toBuffer(), Buffer.from('%PDF-1.7')]) {
      expect(errorIn(await detect(bytes))).to.deep.equal(refused);
      expect(errorIn(await compare(tinyJpeg(), bytes))).to.deep.equal(refused);
    }
  });

  it('are detected on pictures of up to 5,242,880 bytes', async () => {
    const padded = (size: number) => Buffer.concat([tinyJpeg(), Buffer.alloc(size - tinyJpeg().length)]);
    expect((await detect(padded(5_242_880))).status).to.equal(200);
    const tooLarge = { status: 400, code: 'ImageTooLargeException', message: 'Image size is too large.' };
    expect(errorIn(await detect(padded(5_242_881)))).to.deep.equal(tooLarge);
  });

  it('are refused for pictures in S3 or without bytes', async () => {
    const S3Object = { Bucket: 'bucket', Name: 'a.jpg' };
    const ask = async (Image: object) => errorIn(await askRekognition(running().url, 'DetectFaces', { Image })).code;
    expect(await ask({ S3Object })).to.equal('InvalidS3ObjectException');
    expect(await ask({ S3Object, ...imageOf(tinyJpeg()) })).to.equal('InvalidParameterException');
    expect(await ask({})).to.equal('InvalidParameterException');
  });

  it('are logged with the digest of a picture in its place', async () => {
    await detect(tinyJpeg(), 'ALL');
    const Bytes = { bytes: tinyJpeg().length, sha256: sha256(tinyJpeg()) };
    expect(running().requests()).to.deep.equal([
      { vendor: 'rekognition', operation: 'DetectFaces', status: 200, body: { Image: { Bytes }, Attributes: ['ALL'] } },
    ]);
  });
});
