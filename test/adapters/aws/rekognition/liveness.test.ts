import { rekognitionLiveness } from '@portcullis/adapter-aws';
import { livenessChallenges } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { jsonError, playAws, realAws } from '../../../support/clients/aws.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';
const other = '00000000-0000-4000-8000-000000000000';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0);

/** Makes bytes that begin like a JPEG and have the given length. */
const jpegOf = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
};

describe('the Rekognition liveness provider', () => {
  const aws = playAws();

  const liveness = async (tries = 1, clock = fakeClock()) =>
    rekognitionLiveness(realAws({ maxAttempts: tries }).clients, clock);
  const read = async (answer: object) => {
    aws.answer('GetFaceLivenessSessionResults', { body: { SessionId: sessionId, ...answer } });
    return (await liveness()).read({ call, sessionId });
  };
  const invalid = { _tag: 'Unavailable', service: 'liveness', kind: 'invalid_response', retryAfterSeconds: 5 };

  describe('that opens a session', () => {
    it('requests the given challenge, under the given token, and no storage', async () => {
      const { answer, requests } = aws;
      answer('CreateFaceLivenessSession', { body: { SessionId: sessionId } });
      const provider = await liveness();
      const opened = await mustSucceed(
        provider.open({ call, challenge: 'movement_and_light', requestToken: 'abc000000000001-1-1' }),
      );
      await mustSucceed(provider.open({ call, challenge: 'movement', requestToken: 'T_2' }));
      expect(opened).to.deep.equal({
        sessionId,
        clientParameters: { region: 'eu-west-1', challenge: 'movement_and_light' },
        expiresAt: '2026-05-01T00:03:00.000Z',
      });
      const settings = (type: string) => ({ AuditImagesLimit: 0, ChallengePreferences: [{ Type: type }] });
      expect(requests().map(({ body }) => body)).to.deep.equal([
        { ClientRequestToken: 'abc000000000001-1-1', Settings: settings('FaceMovementAndLightChallenge') },
        { ClientRequestToken: 'T_2', Settings: settings('FaceMovementChallenge') },
      ]);
    });

    it('reports the end as three minutes after the first try, whichever try was answered', async () => {
      const clock = fakeClock();
      const { answer, requests } = aws;
      const slow = { ...jsonError('InternalServerError', 500) };
      answer('CreateFaceLivenessSession', slow, { body: { SessionId: sessionId } });
      const provider = await liveness(2, {
        ...clock,
        // The time advances with every call.
        now: () => {
          clock.advance(1_000);
          return clock.now();
        },
      });
      const opened = await mustSucceed(provider.open({ call, challenge: 'movement', requestToken: 'a' }));
      expect(opened.expiresAt).to.equal('2026-05-01T00:03:01.000Z');
      expect(requests().map(({ body }) => body['ClientRequestToken'])).to.deep.equal(['a', 'a']);
    });

    for (const id of [undefined, null, 7, '', 'abc', sessionId.toUpperCase(), `${sessionId}0`]) {
      it(`accepts no session id of another form: ${JSON.stringify(id)}`, async () => {
        aws.answer('CreateFaceLivenessSession', { body: { SessionId: id } });
        const open = (await liveness()).open({ call, challenge: 'movement', requestToken: 'a' });
        const message = `${(id ?? null) === null ? 'is missing; ' : ''}expected a session id`;
        expect(await mustFail(open)).to.deep.equal({ ...invalid, cause: [{ pointer: '/SessionId', message }] });
      });
    }

    it('sends nothing under a token that AWS would refuse', async () => {
      for (const requestToken of ['', 'a b', 'ä', 'x'.repeat(65)]) {
        const open = (await liveness()).open({ call, challenge: 'movement', requestToken });
        expect(await mustFail(open)).to.include({ _tag: 'Unavailable', kind: 'rejected' });
      }
      expect(aws.operations()).to.deep.equal([]);
    });

    it('opens every challenge of the API, and sends nothing for another', async () => {
      const { answer, operations } = aws;
      for (const challenge of livenessChallenges) {
        answer('CreateFaceLivenessSession', { body: { SessionId: sessionId } });
        const opened = await mustSucceed((await liveness()).open({ call, challenge, requestToken: 'a' }));
        expect(opened.clientParameters).to.deep.equal({ region: 'eu-west-1', challenge });
      }
      const unknown = (await liveness()).open({ call, challenge: 'toString', requestToken: 'a' });
      expect(await mustFail(unknown)).to.include({ _tag: 'Unavailable', kind: 'rejected' });
      expect(operations()).to.have.length(livenessChallenges.length);
    });

    it('treats NotFound as an unavailable provider', async () => {
      aws.answer('CreateFaceLivenessSession', jsonError('SessionNotFoundException'));
      const open = (await liveness()).open({ call, challenge: 'movement', requestToken: 'a' });
      expect(await mustFail(open)).to.include({ _tag: 'Unavailable', kind: 'rejected' });
    });
  });

  describe('that reads a session', () => {
    const words = { CREATED: 'created', IN_PROGRESS: 'in_progress', FAILED: 'failed', EXPIRED: 'expired' } as const;
    for (const [said, status] of Object.entries(words)) {
      it(`answers ${status} where AWS says ${said}, whatever else the response contains`, async () => {
        const more = { Confidence: 99.9, ReferenceImage: { Bytes: base64(tinyJpeg()) }, AuditImages: [], New: 1 };
        expect(await mustSucceed(await read({ Status: said }))).to.deep.equal({ status });
        expect(await mustSucceed(await read({ Status: said, ...more }))).to.deep.equal({ status });
        expect(aws.requests().map(({ body }) => body)).to.deep.equal([
          { SessionId: sessionId },
          { SessionId: sessionId },
        ]);
      });
    }

    it('answers the confidence and the image of one that succeeded', async () => {
      const succeeded = {
        Status: 'SUCCEEDED',
        Confidence: 99.34,
        Challenge: { Type: 'FaceMovementChallenge', Version: '1.0.0' },
        ReferenceImage: { Bytes: base64(tinyJpeg()) },
      };
      const result = await mustSucceed(await read(succeeded));
      expect(result).to.deep.equal({
        status: 'succeeded',
        confidence: 99.34,
        challenge: 'movement',
        referenceImage: new Uint8Array(tinyJpeg()),
      });
    });

    for (const [given, challenge] of [
      [{ Type: 'FaceMovementAndLightChallenge', Version: '2.0.0' }, 'movement_and_light'],
      [{ Type: 'FaceNodChallenge', Version: '1.0.0' }, 'FaceNodChallenge'],
      [{}, null],
      [undefined, null],
    ] as const) {
      it(`answers ${challenge} where the challenge is ${JSON.stringify(given)}`, async () => {
        const result = await mustSucceed(await read({ Status: 'SUCCEEDED', Confidence: 97, Challenge: given }));
        expect(result).to.have.property('challenge', challenge);
      });
    }

    it('answers a copy of the bytes, and no view of shared memory', async () => {
      const succeeded = { Status: 'SUCCEEDED', Confidence: 1, ReferenceImage: { Bytes: base64(tinyJpeg()) } };
      const result = await mustSucceed(await read(succeeded));
      if (result.status !== 'succeeded' || result.referenceImage === null) throw new Error(`it is ${result.status}`);
      expect(result.referenceImage.constructor).to.equal(Uint8Array);
      expect(result.referenceImage.buffer.byteLength).to.equal(tinyJpeg().length);
    });

    for (const confidence of [0, 100, 3.2]) {
      it(`keeps a confidence of ${confidence} unchanged`, async () => {
        expect(await mustSucceed(await read({ Status: 'SUCCEEDED', Confidence: confidence }))).to.deep.equal({
          status: 'succeeded',
          confidence,
          challenge: null,
          referenceImage: null,
        });
      });
    }

    for (const confidence of [undefined, null, -0.1, 100.1, '99', 'NaN', 'Infinity', true, {}]) {
      it(`answers no number for a confidence of ${JSON.stringify(confidence)}`, async () => {
        const message = `${(confidence ?? null) === null ? 'is missing; ' : ''}expected a number from 0 to 100`;
        expect(await mustFail(await read({ Status: 'SUCCEEDED', Confidence: confidence }))).to.deep.equal({
          ...invalid,
          cause: [{ pointer: '/Confidence', message }],
        });
      });
    }

    for (const image of [undefined, null, {}, { S3Object: { Bucket: 'b', Name: 'n' } }, { Bytes: '' }]) {
      it(`answers no reference image where it is ${JSON.stringify(image)}`, async () => {
        const result = await mustSucceed(await read({ Status: 'SUCCEEDED', Confidence: 97, ReferenceImage: image }));
        expect(result).to.deep.equal({ status: 'succeeded', confidence: 97, challenge: null, referenceImage: null });
      });
    }

    it('accepts a PNG, and a JPEG of exactly the allowed size', async () => {
      for (const bytes of [png, jpegOf(204_800)]) {
        const image = { Bytes: base64(bytes) };
        const result = await mustSucceed(await read({ Status: 'SUCCEEDED', Confidence: 97, ReferenceImage: image }));
        expect(result).to.deep.equal({ status: 'succeeded', confidence: 97, challenge: null, referenceImage: bytes });
      }
    });

    it('rejects a response whose image is no image or is too large', async () => {
      for (const bytes of [Buffer.from('RIFF____WEBP'), Buffer.from('<html>'), jpegOf(204_801), Buffer.alloc(1)]) {
        const image = { Bytes: base64(bytes) };
        expect(
          await mustFail(await read({ Status: 'SUCCEEDED', Confidence: 97, ReferenceImage: image })),
        ).to.deep.equal({
          ...invalid,
          cause: [{ pointer: '/ReferenceImage/Bytes', message: 'expected a JPEG or PNG of at most 204800 bytes' }],
        });
      }
      const broken = { Status: 'SUCCEEDED', Confidence: 97, ReferenceImage: { Bytes: '%%%' } };
      expect(await mustFail(await read(broken))).to.include({ kind: 'invalid_response' });
    });

    it('rejects an unknown session status', async () => {
      for (const Status of ['succeeded', 'PAUSED', '', null, 1]) {
        expect(await mustFail(await read({ Status }))).to.include({ kind: 'invalid_response' });
      }
    });

    it('rejects a response about another session', async () => {
      const { answer } = aws;
      answer('GetFaceLivenessSessionResults', { body: { SessionId: other, Status: 'SUCCEEDED', Confidence: 99 } });
      expect(await mustFail((await liveness()).read({ call, sessionId }))).to.deep.equal({
        ...invalid,
        cause: { name: 'ForeignSession' },
      });
    });

    it('answers NotFound without a request for a malformed session id', async () => {
      for (const name of ['', 'abc', sessionId.toUpperCase(), `${sessionId}\n`, `${sessionId}/../x`]) {
        expect(await mustFail((await liveness()).read({ call, sessionId: name }))).to.deep.equal({ _tag: 'NotFound' });
      }
      expect(aws.operations()).to.deep.equal([]);
    });

    it('records the call as answered, also where the session is not found', async () => {
      const { answer } = aws;
      answer('GetFaceLivenessSessionResults', {
        ...jsonError('SessionNotFoundException'),
        headers: { 'x-amzn-requestid': 'r-1' },
      });
      const { clients, records } = realAws();
      await mustFail(rekognitionLiveness(clients, fakeClock()).read({ call, sessionId }));
      expect(records).to.have.length(1);
      expect(records[0]).to.include({
        operation: 'GetFaceLivenessSessionResults',
        outcome: 'refused',
        status: 400,
        requestId: 'r-1',
      });
    });
  });
});
