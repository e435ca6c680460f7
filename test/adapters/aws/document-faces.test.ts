import { createHash } from 'node:crypto';
import { rekognitionFaces } from '@portcullis/adapter-aws';
import { type ImageFitter, TE } from '@portcullis/domain';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { judged } from '../../support/builders/comparisons.ts';
import { awsAt, jsonError, playAws, realAws } from '../../support/clients/aws.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const reference = tinyJpeg();
/** This is another image than the reference, so that the two can be distinguished in a request. */
const document = new Uint8Array([...tinyJpeg(), 0]);
const passThrough: ImageFitter = { fit: (image) => TE.right(image) };

type Box = { readonly Width: number; readonly Height: number; readonly Left: number; readonly Top: number };
const square = (side: number, Left: number, Top = 0.1): Box => ({ Width: side, Height: side, Left, Top });

const portrait = square(0.3, 0.05);
const ghost = square(0.1, 0.6);
const secondGhost = square(0.05, 0.8);

/** A face in the form of `DetectFaces`. */
const found = (BoundingBox: object, Confidence = 99.9) => ({
  BoundingBox,
  Confidence,
  Pose: { Roll: 0, Yaw: 0, Pitch: 0 },
});
const match = (BoundingBox: object, Similarity: unknown) => ({ Similarity, Face: { BoundingBox } });
const itself = match(portrait, 100);

const passed = { outcome: 'compared', similarity: 98.2 };

const severalPeople = { outcome: 'several_people_on_document', similarity: null };

describe('several faces on a document', () => {
  const aws = playAws();

  /** `own` is the result of comparing the document with itself, `found` are the faces on it. */
  const compare = async (faces: readonly object[], own: object) => {
    const { answer } = aws;
    answer('DetectFaces', { body: { FaceDetails: faces } }, { body: { FaceDetails: [found(square(0.5, 0.2))] } });
    answer('CompareFaces', { body: own }, { body: { FaceMatches: [match(square(0.5, 0.2), 98.2)] } });
    const { clients, records } = realAws();
    return { result: await rekognitionFaces(clients, passThrough).compare({ call, reference, document })(), records };
  };
  const answered = async (...said: Parameters<typeof compare>) => {
    const { result } = await compare(...said);
    return judged(await mustSucceed(async () => result));
  };
  const refused = async (...said: Parameters<typeof compare>) => {
    const { result } = await compare(...said);
    return mustFail(async () => result);
  };
  const operations = async () => aws.operations();

  it('are compared with each other, and then the largest with the selfie, under one deadline', async () => {
    const own = { FaceMatches: [itself, match(ghost, 91)], UnmatchedFaces: [] };
    const { result, records } = await compare([found(ghost), found(portrait)], own);
    expect(judged(await mustSucceed(async () => result))).to.deep.equal(passed);
    const base64 = (bytes: Uint8Array) => ({ Bytes: Buffer.from(bytes).toString('base64') });
    const onDocument = base64(document);
    const inSelfie = base64(reference);
    expect(aws.requests().map(({ operation, body }) => ({ operation, body }))).to.deep.equal([
      { operation: 'DetectFaces', body: { Image: onDocument, Attributes: ['DEFAULT'] } },
      {
        operation: 'CompareFaces',
        body: { SourceImage: onDocument, TargetImage: onDocument, SimilarityThreshold: 0 },
      },
      {
        operation: 'DetectFaces',
        body: { Image: inSelfie, Attributes: ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'] },
      },
      { operation: 'CompareFaces', body: { SourceImage: onDocument, TargetImage: inSelfie, SimilarityThreshold: 0 } },
    ]);
    expect(records.map(({ service, operation, sent }) => ({ service, operation, sent }))).to.deep.equal([
      { service: 'faces', operation: 'CompareFaces', sent: 4 },
    ]);
  });

  const onePerson: readonly (readonly [string, readonly object[], object])[] = [
    ['a ghost that is just alike', [found(portrait), found(ghost)], { FaceMatches: [itself, match(ghost, 50)] }],
    [
      'two ghosts',
      [found(portrait), found(ghost), found(secondGhost)],
      { FaceMatches: [itself, match(secondGhost, 93), match(ghost, 88)] },
    ],
    [
      'boxes that differ in a hair',
      [found(portrait), found(ghost)],
      { FaceMatches: [match(square(0.29, 0.06), 99.9), match(square(0.11, 0.59), 88)] },
    ],
    [
      'a pattern that nobody is sure of, beside a ghost',
      [found(portrait), found(ghost), found(secondGhost, 89.99)],
      { FaceMatches: [itself, match(ghost, 88), match(secondGhost, 1)] },
    ],
  ];
  for (const [what, faces, own] of onePerson) {
    it(`are one person with ${what}`, async () => {
      expect(await answered(faces, own)).to.deep.equal(passed);
      expect(await operations()).to.deep.equal(['DetectFaces', 'CompareFaces', 'DetectFaces', 'CompareFaces']);
    });
  }

  const alone: readonly (readonly [string, object])[] = [
    ['hardly a face', found(ghost, 89.99)],
    ['smaller than a hundredth of each side', found(square(0.0099, 0.6))],
  ];
  for (const [what, other] of alone) {
    it(`are one person where the other is ${what}`, async () => {
      const own = { FaceMatches: [match(square(0.5, 0.2), 98.2)] };
      expect(await answered([found(portrait), other], own)).to.deep.equal(passed);
      expect(await operations()).to.deep.equal(['DetectFaces', 'DetectFaces', 'CompareFaces']);
    });
  }

  const tiny = square(0.01, 0.6);
  const several: readonly (readonly [string, readonly object[], object])[] = [
    ['is hardly alike', [found(portrait), found(ghost)], { FaceMatches: [itself, match(ghost, 49.99)] }],
    ['is just sure', [found(portrait), found(ghost, 90)], { FaceMatches: [itself, match(ghost, 3)] }],
    ['is just large enough', [found(portrait), found(tiny)], { FaceMatches: [itself, match(tiny, 3)] }],
    [
      'does not match at all',
      [found(portrait), found(ghost)],
      { FaceMatches: [itself], UnmatchedFaces: [{ BoundingBox: ghost }] },
    ],
    ['is missing from the comparison', [found(portrait), found(ghost)], { FaceMatches: [itself] }],
    [
      'was compared in another place',
      [found(portrait), found(ghost)],
      { FaceMatches: [itself, match(square(0.1, 0.66), 99)] },
    ],
    [
      'shares its place with the largest',
      [found(portrait), found(square(0.29, 0.05))],
      { FaceMatches: [itself, match(ghost, 99)] },
    ],
    [
      'is somebody else beside a ghost',
      [found(portrait), found(ghost), found(secondGhost)],
      { FaceMatches: [itself, match(ghost, 95), match(secondGhost, 12)] },
    ],
    [
      'is the one that was taken for the largest',
      [found(portrait), found(ghost)],
      { FaceMatches: [match(ghost, 100), match(portrait, 3)] },
    ],
    ['is alike, but the largest is missing', [found(portrait), found(ghost)], { FaceMatches: [match(ghost, 99)] }],
    [
      'is alike, but the largest is not like itself',
      [found(portrait), found(ghost)],
      { FaceMatches: [match(ghost, 99)], UnmatchedFaces: [{ BoundingBox: portrait }] },
    ],
    [
      'is sure while the largest, somebody else, is not',
      [found(portrait, 60), found(ghost)],
      { FaceMatches: [itself, match(ghost, 3)] },
    ],
  ];
  for (const [what, faces, own] of several) {
    it(`are several people where another one ${what}, and the selfie is not sent then`, async () => {
      expect(await answered(faces, own)).to.deep.equal(severalPeople);
      expect(await operations()).to.deep.equal(['DetectFaces', 'CompareFaces']);
    });
  }

  it('are not distinguished where nothing was compared', async () => {
    for (const nothing of [{}, { FaceMatches: [], UnmatchedFaces: [] }]) {
      expect(await refused([found(portrait), found(ghost)], nothing)).to.deep.equal({
        _tag: 'Unavailable',
        service: 'faces',
        kind: 'invalid_response',
        cause: { name: 'NothingCompared' },
        retryAfterSeconds: 5,
      });
    }
  });

  it('are an invalid response without their positions', async () => {
    const nowhere = { Width: 0.1, Height: 0.1 };
    const invalid = { _tag: 'Unavailable', kind: 'invalid_response' };
    expect(await refused([found(nowhere)], {})).to.include(invalid);
    expect(await refused([found(portrait), found(ghost)], { FaceMatches: [itself, match(nowhere, 99)] })).to.include(
      invalid,
    );
    expect(
      await refused([found(portrait), found(ghost)], { FaceMatches: [itself], UnmatchedFaces: [{ BoundingBox: {} }] }),
    ).to.include(invalid);
  });

  it('have no answer where their comparison has none, and the selfie is not sent then', async () => {
    const { answer } = aws;
    answer('DetectFaces', { body: { FaceDetails: [found(portrait), found(ghost)] } });
    answer('CompareFaces', jsonError('InternalServerError', 500));
    const faces = rekognitionFaces(realAws().clients, passThrough);
    expect(await mustFail(faces.compare({ call, reference, document }))).to.include({ kind: 'unavailable' });
    expect(await operations()).to.deep.equal(['DetectFaces', 'CompareFaces']);
  });
});

describe('several faces on a document over the simulator of AWS', () => {
  const { running } = simulatorForTests();
  const compareThere = async () => {
    const faces = rekognitionFaces(awsAt(running().url, {}, simulatorKeys).clients, passThrough);
    return judged(await mustSucceed(faces.compare({ call, reference, document })));
  };
  const logged = (bytes: Uint8Array) => ({
    Bytes: { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  });
  const theDocument = logged(document);
  const theSelfie = logged(reference);
  const detect = (Image: object, ...Attributes: readonly string[]) => ({
    vendor: 'rekognition',
    operation: 'DetectFaces',
    status: 200,
    body: { Image, Attributes },
  });
  const comparison = (SourceImage: object, TargetImage: object) => ({
    vendor: 'rekognition',
    operation: 'CompareFaces',
    status: 200,
    body: { SourceImage, TargetImage, SimilarityThreshold: 0 },
  });
  const small = { BoundingBox: { Width: 0.1, Height: 0.12, Left: 0.8, Top: 0.6 } };
  const sha256 = theSelfie.Bytes.sha256;

  it('are compared with the selfie where the other is a ghost image', async () => {
    running().script({ faces: { document: [{}, small], images: { [sha256]: [{}] } } });
    expect(await compareThere()).to.deep.equal(passed);
    expect(running().requests()).to.deep.equal([
      detect(theDocument, 'DEFAULT'),
      comparison(theDocument, theDocument),
      detect(theSelfie, 'DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'),
      comparison(theDocument, theSelfie),
    ]);
  });

  it('are compared with nobody where a card is beside a larger face', async () => {
    const card = { ...small, similarity: 4.1 };
    running().script({ faces: { document: [card, {}], images: { [sha256]: [{}] } } });
    expect(await compareThere()).to.deep.equal(severalPeople);
    expect(running().requests()).to.deep.equal([detect(theDocument, 'DEFAULT'), comparison(theDocument, theDocument)]);
  });

  it('are not compared with each other where there is one', async () => {
    expect(await compareThere()).to.deep.equal(passed);
    expect(running().requests()).to.deep.equal([
      detect(theDocument, 'DEFAULT'),
      detect(theSelfie, 'DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'),
      comparison(theDocument, theSelfie),
    ]);
  });
});
