import { rekognitionFaces } from '@portcullis/adapter-aws';
import { type ImageFitter, TE } from '@portcullis/domain';
import { unsupportedMedia } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { judged } from '../../../support/builders/comparisons.ts';
import { jsonError, playAws, realAws } from '../../../support/clients/aws.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const reference = tinyJpeg();
/** This is another image than the reference, so that the two can be distinguished in a request. */
const document = new Uint8Array([...tinyJpeg(), 0]);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const selfie64 = base64(reference);
const document64 = base64(document);

const passThrough: ImageFitter = { fit: (image) => TE.right(image) };

/** A square box of a side, as a share of the picture's side. */
const box = (side: number) => ({ Width: side, Height: side, Left: 0.1, Top: 0.1 });

/** A face in the form of `DetectFaces`: turned to the camera, open, bright and sharp. */
const aFace = (side = 0.5, more: object = {}) => ({
  BoundingBox: box(side),
  Confidence: 99.99,
  Landmarks: [{ Type: 'eyeLeft', X: 0.3, Y: 0.3 }],
  Pose: { Roll: -1.07, Yaw: -1.57, Pitch: 8.92 },
  Quality: { Brightness: 82.1, Sharpness: 95.5 },
  FaceOccluded: { Value: false, Confidence: 99.9 },
  Sunglasses: { Value: false, Confidence: 99.5 },
  ...more,
});
const match = (similarity: unknown, side = 0.5) => ({
  Similarity: similarity,
  Face: { BoundingBox: box(side), Confidence: 99.9 },
});
const alike = { SourceImageFace: { BoundingBox: box(0.2) }, FaceMatches: [match(98.2)], UnmatchedFaces: [] };

describe('the face comparison of Rekognition', () => {
  const aws = playAws();

  const compare = async (
    said: { readonly onDocument?: unknown; readonly inSelfie?: unknown; readonly compared?: object },
    fitter = passThrough,
  ) => {
    const { answer } = aws;
    const { onDocument = [aFace(0.2)], inSelfie = [aFace()], compared = alike } = said;
    answer('DetectFaces', { body: { FaceDetails: onDocument } }, { body: { FaceDetails: inSelfie } });
    answer('CompareFaces', { body: compared });
    return rekognitionFaces(realAws().clients, fitter).compare({ call, reference, document });
  };
  const without = (outcome: string) => ({ outcome, similarity: null });
  const invalid = { _tag: 'Unavailable', service: 'faces', kind: 'invalid_response', retryAfterSeconds: 5 };

  it('detects faces in both images with few attributes, and compares from 0 on, document as source', async () => {
    expect(judged(await mustSucceed(await compare({})))).to.deep.equal({ outcome: 'compared', similarity: 98.2 });
    const { requests } = aws;
    expect(requests().map(({ operation, body }) => ({ operation, body }))).to.deep.equal([
      { operation: 'DetectFaces', body: { Image: { Bytes: document64 }, Attributes: ['DEFAULT'] } },
      {
        operation: 'DetectFaces',
        body: { Image: { Bytes: selfie64 }, Attributes: ['DEFAULT', 'FACE_OCCLUDED', 'SUNGLASSES'] },
      },
      {
        operation: 'CompareFaces',
        body: { SourceImage: { Bytes: document64 }, TargetImage: { Bytes: selfie64 }, SimilarityThreshold: 0 },
      },
    ]);
  });

  it('is one call in the record, with one deadline for all of its requests', async () => {
    const { answer } = aws;
    answer('DetectFaces', { body: { FaceDetails: [aFace()] } });
    answer('CompareFaces', { body: alike });
    const { clients, records } = realAws();
    await mustSucceed(rekognitionFaces(clients, passThrough).compare({ call, reference, document }));
    expect(records.map(({ service, operation, sent }) => ({ service, operation, sent }))).to.deep.equal([
      { service: 'faces', operation: 'CompareFaces', sent: 3 },
    ]);
  });

  it('reports no face on a document, and does not send the selfie then', async () => {
    expect(await mustSucceed(await compare({ onDocument: [] }))).to.deep.equal(without('no_face_on_document'));
    expect(aws.operations()).to.deep.equal(['DetectFaces']);
  });

  it('reports one face on a document where nothing else is surely a face', async () => {
    const pattern = aFace(0.1, { Confidence: 71, Pose: { Roll: 90, Yaw: 0, Pitch: 0 } });
    expect(judged(await mustSucceed(await compare({ onDocument: [aFace(0.2), pattern] })))).to.deep.equal({
      outcome: 'compared',
      similarity: 98.2,
    });
    expect(aws.operations()).to.deep.equal(['DetectFaces', 'DetectFaces', 'CompareFaces']);
  });

  const refused: readonly (readonly [string, readonly object[], string])[] = [
    ['that shows nobody', [], 'no_face_in_selfie'],
    ['of two people', [aFace(0.5), aFace(0.5)], 'several_faces_in_selfie'],
    ['with a second face of a tenth of the first', [aFace(0.5), aFace(0.1582)], 'several_faces_in_selfie'],
    ['whose largest face comes last', [aFace(0.2), aFace(0.5)], 'several_faces_in_selfie'],
    [
      'of two people who look away',
      [aFace(0.5, { Pose: { Roll: 0, Yaw: 80, Pitch: 0 } }), aFace(0.4)],
      'several_faces_in_selfie',
    ],
    ['that is hardly a face', [aFace(0.5, { Confidence: 89.99 })], 'selfie_too_poor'],
    ['turned to the side', [aFace(0.5, { Pose: { Roll: 0, Yaw: 45, Pitch: 0 } })], 'selfie_too_poor'],
    ['turned to the other side', [aFace(0.5, { Pose: { Roll: 0, Yaw: -45, Pitch: 0 } })], 'selfie_too_poor'],
    ['that looks up', [aFace(0.5, { Pose: { Roll: 0, Yaw: 0, Pitch: 45 } })], 'selfie_too_poor'],
    ['that lies on its side', [aFace(0.5, { Pose: { Roll: -90, Yaw: 0, Pitch: 0 } })], 'selfie_too_poor'],
    ['with sunglasses', [aFace(0.5, { Sunglasses: { Value: true, Confidence: 90 } })], 'selfie_too_poor'],
    ['that is covered', [aFace(0.5, { FaceOccluded: { Value: true, Confidence: 90 } })], 'selfie_too_poor'],
  ];
  for (const [what, inSelfie, outcome] of refused) {
    it(`is not made with a selfie ${what}`, async () => {
      expect(await mustSucceed(await compare({ inSelfie }))).to.deep.equal(without(outcome));
      expect(aws.operations()).to.deep.equal(['DetectFaces', 'DetectFaces']);
    });
  }

  const taken: readonly (readonly [string, readonly object[]])[] = [
    ['with a passer-by in the background', [aFace(0.5), aFace(0.158)]],
    ['with something that is hardly a second face', [aFace(0.5), aFace(0.5, { Confidence: 89.9 })]],
    ['of a face that is just one', [aFace(0.5, { Confidence: 90 })]],
    ['turned by less than half', [aFace(0.5, { Pose: { Roll: 44.9, Yaw: -44.9, Pitch: 44.9 } })]],
    ['with what may be sunglasses', [aFace(0.5, { Sunglasses: { Value: true, Confidence: 89.9 } })]],
    ['surely without sunglasses', [aFace(0.5, { Sunglasses: { Value: false, Confidence: 100 } })]],
    ['of which nothing is said but where it is', [aFace(0.5, { Sunglasses: undefined, FaceOccluded: undefined })]],
  ];
  for (const [what, inSelfie] of taken) {
    it(`is made with a selfie ${what}`, async () => {
      expect(judged(await mustSucceed(await compare({ inSelfie })))).to.deep.equal({
        outcome: 'compared',
        similarity: 98.2,
      });
    });
  }

  const compared: readonly (readonly [string, object, number])[] = [
    ['an exact zero', { FaceMatches: [match(0)] }, 0],
    ['a hundred', { FaceMatches: [match(100)] }, 100],
    ['the largest face of the selfie, not the most alike', { FaceMatches: [match(99, 0.1), match(12.7, 0.5)] }, 12.7],
    [
      'the largest face, though another one matches',
      { FaceMatches: [match(99, 0.1)], UnmatchedFaces: [{ BoundingBox: box(0.5) }] },
      0,
    ],
    [
      'the largest face, though another one does not match',
      { FaceMatches: [match(98, 0.5)], UnmatchedFaces: [{ BoundingBox: box(0.1) }] },
      98,
    ],
    [
      'a face that does not match although everything does',
      { FaceMatches: [], UnmatchedFaces: [{ BoundingBox: box(0.5) }] },
      0,
    ],
  ];
  for (const [what, answer, similarity] of compared) {
    it(`yields the similarity of ${what}`, async () => {
      expect(judged(await mustSucceed(await compare({ compared: answer })))).to.deep.equal({
        outcome: 'compared',
        similarity,
      });
    });
  }

  const place = (side: number) => ({ left: 0.1, top: 0.1, width: side, height: side });
  const places: readonly (readonly [string, object, object])[] = [
    ['both faces', alike, { documentFace: place(0.2), referenceFace: place(0.5) }],
    [
      'the largest face of the selfie, not the most alike',
      { ...alike, FaceMatches: [match(99, 0.1), match(12.7, 0.5)] },
      { documentFace: place(0.2), referenceFace: place(0.5) },
    ],
    ['the selfie alone, where the other is not named', { FaceMatches: [match(98.2)] }, { referenceFace: place(0.5) }],
    [
      'the selfie alone, where the other has no such form',
      { ...alike, SourceImageFace: { BoundingBox: { ...box(0.2), Left: 'left' } } },
      { referenceFace: place(0.5) },
    ],
  ];
  for (const [what, answer, boxes] of places) {
    it(`says the place of ${what}`, async () => {
      const { outcome: _, similarity: __, ...found } = await mustSucceed(await compare({ compared: answer }));
      expect(found).to.deep.equal(boxes);
    });
  }

  it('yields no similarity where nothing was compared', async () => {
    for (const nothing of [{}, { FaceMatches: [], UnmatchedFaces: [] }, { FaceMatches: null }]) {
      expect(await mustFail(await compare({ compared: nothing }))).to.deep.equal({
        ...invalid,
        cause: { name: 'NothingCompared' },
      });
    }
  });

  for (const similarity of [undefined, null, -0.1, 100.01, '98', 'NaN', true]) {
    it(`yields no similarity of ${JSON.stringify(similarity)}`, async () => {
      const failure = await mustFail(await compare({ compared: { FaceMatches: [match(similarity)] } }));
      const message = `${(similarity ?? null) === null ? 'is missing; ' : ''}expected a number from 0 to 100`;
      expect(failure).to.deep.equal({ ...invalid, cause: [{ pointer: '/FaceMatches/0/Similarity', message }] });
    });
  }

  it('rejects a response with missing or malformed faces', async () => {
    const wrong: readonly unknown[] = [
      undefined,
      null,
      'faces',
      [1],
      [{}],
      [aFace(0.5, { BoundingBox: undefined })],
      [aFace(0.5, { BoundingBox: { Width: 'NaN', Height: 1 } })],
      [aFace(0.5, { Confidence: 101 })],
      [aFace(0.5, { Pose: { Roll: 1, Yaw: 2 } })],
      [aFace(0.5, { Sunglasses: { Value: 'yes', Confidence: 99 } })],
    ];
    for (const found of wrong) {
      const { answer } = aws;
      answer('DetectFaces', { body: { FaceDetails: found } });
      const faces = rekognitionFaces(realAws().clients, passThrough);
      expect(await mustFail(faces.compare({ call, reference, document })), JSON.stringify(found)).to.include({
        _tag: 'Unavailable',
        kind: 'invalid_response',
      });
    }
    expect(aws.operations()).not.to.include('CompareFaces');
  });

  it('sends images that were scaled down', async () => {
    const seen: object[] = [];
    const fitter: ImageFitter = {
      fit: (image, limits) => {
        seen.push({ type: image.contentType, limits });
        return TE.right({ bytes: Uint8Array.of(1, 2, 3), contentType: 'image/jpeg' });
      },
    };
    await mustSucceed(await compare({}, fitter));
    const limits = { maxBytes: 5_242_880, maxSide: 4096 };
    expect(seen).to.deep.equal([
      { type: 'image/jpeg', limits },
      { type: 'image/jpeg', limits },
    ]);
    const [first] = aws.requests();
    expect(first?.body['Image']).to.deep.equal({ Bytes: base64(Uint8Array.of(1, 2, 3)) });
  });

  it('sends nothing for bytes that are no image', async () => {
    const reason = unsupportedMedia('image', 'no image');
    expect(await mustFail(await compare({}, { fit: () => TE.left(reason) }))).to.deep.equal({
      _tag: 'Unavailable',
      service: 'faces',
      kind: 'rejected',
      cause: reason,
      retryAfterSeconds: 5,
    });
    expect(aws.operations()).to.deep.equal([]);
  });

  it('fails where any of the three requests fails', async () => {
    const down = jsonError('InternalServerError', 500);
    const found = { body: { FaceDetails: [aFace()] } };
    for (const detected of [[down], [found, down]]) {
      const { answer } = aws;
      answer('DetectFaces', ...detected);
      const faces = rekognitionFaces(realAws().clients, passThrough);
      expect(await mustFail(faces.compare({ call, reference, document }))).to.include({ kind: 'unavailable' });
    }
    const { answer } = aws;
    answer('DetectFaces', found);
    answer('CompareFaces', jsonError('InvalidParameterException'));
    const faces = rekognitionFaces(realAws().clients, passThrough);
    expect(await mustFail(faces.compare({ call, reference, document }))).to.deep.equal({
      _tag: 'Unavailable',
      service: 'faces',
      kind: 'rejected',
      cause: { name: 'InvalidParameterException', status: 400 },
      retryAfterSeconds: 5,
    });
  });
});
