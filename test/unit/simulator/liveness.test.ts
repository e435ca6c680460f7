import { scenarios } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { SessionIdCodec } from '@portcullis/http';
import { expect } from 'chai';
import { askRekognition, bodyOf, errorIn, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { type FakeClock, fakeClock } from '../../support/clock/fake-clock.ts';

describe('liveness sessions of the vendor simulator', () => {
  let clock: FakeClock = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => clock.now() } });
  beforeEach(() => {
    clock = fakeClock();
  });

  const open = async (request: object = {}): Promise<string> =>
    String(bodyOf(await askRekognition(running().url, 'CreateFaceLivenessSession', request))['SessionId']);
  const results = (SessionId: string) => askRekognition(running().url, 'GetFaceLivenessSessionResults', { SessionId });
  const statusOf = async (SessionId: string) => bodyOf(await results(SessionId))['Status'];
  /** The bytes of a picture and the position of its face, as text that can be compared. */
  const pictureIn = (picture: unknown): Buffer => {
    const text: unknown = typeof picture === 'object' && picture !== null ? Reflect.get(picture, 'Bytes') : '';
    return Buffer.from(String(text), 'base64');
  };

  it('have an id in the form that the service accepts', async () => {
    const SessionId = await open();
    expect(E.isRight(decode(SessionIdCodec, SessionId)), SessionId).to.equal(true);
  });

  it('succeed at once, with every field of the vendor', async () => {
    const SessionId = await open({ ClientRequestToken: 'abc000000000001-1-1' });
    const { ReferenceImage, ...rest } = bodyOf(await results(SessionId));
    expect(rest).to.deep.equal({
      SessionId,
      Status: 'SUCCEEDED',
      Confidence: scenarios.approve.liveness[0].confidence,
      AuditImages: [],
      Challenge: { Type: 'FaceMovementAndLightChallenge', Version: '2.0.0' },
      Feedback: [],
    });
    expect(ReferenceImage).to.have.keys(['Bytes', 'BoundingBox']);
    const bytes = pictureIn(ReferenceImage);
    expect([bytes.subarray(0, 3).toString('hex'), bytes.subarray(-2).toString('hex')]).to.deep.equal([
      'ffd8ff',
      'ffd9',
    ]);
    expect(bytes.length).to.be.within(100, 204_800);
  });

  it('have the challenge and as many audit images as they were opened with', async () => {
    const Settings = { AuditImagesLimit: 2, ChallengePreferences: [{ Type: 'FaceMovementChallenge' }] };
    const { Challenge, AuditImages } = bodyOf(await results(await open({ Settings })));
    expect(Challenge).to.deep.equal({ Type: 'FaceMovementChallenge', Version: '1.0.0' });
    expect(AuditImages).to.have.lengthOf(2);
  });

  it('are the same for the same request token, and others otherwise', async () => {
    const [first, second] = await Promise.all([open({ ClientRequestToken: 'a' }), open({ ClientRequestToken: 'a' })]);
    expect([second, await open({ ClientRequestToken: 'a' })]).to.deep.equal([first, first]);
    expect(new Set([first, await open({ ClientRequestToken: 'b' }), await open(), await open()]).size).to.equal(4);
  });

  it('are expired after three minutes, and unknown after three more', async () => {
    const SessionId = await open();
    clock.advance(179_999);
    expect(await statusOf(SessionId)).to.equal('SUCCEEDED');
    clock.advance(1);
    expect((await results(SessionId)).body).to.deep.equal({ SessionId, Status: 'EXPIRED' });
    clock.advance(179_999);
    expect(await statusOf(SessionId)).to.equal('EXPIRED');
    clock.advance(1);
    const unknown = { status: 400, code: 'SessionNotFoundException', message: 'Session could not be found.' };
    expect(errorIn(await results(SessionId))).to.deep.equal(unknown);
    expect(errorIn(await results('00000000-0000-4000-8000-000000000000'))).to.deep.equal(unknown);
  });

  it('run for as many reads as the scenario says', async () => {
    running().script({ scenario: 'approve_after_waiting' });
    const SessionId = await open();
    expect((await results(SessionId)).body).to.deep.equal({ SessionId, Status: 'IN_PROGRESS' });
    expect(await statusOf(SessionId)).to.equal('IN_PROGRESS');
    expect(await statusOf(SessionId)).to.equal('SUCCEEDED');
  });

  it('fail, expire and yield no picture as the scenario says', async () => {
    const firstOf = async (
      scenario:
        | 'retry_liveness_failed_then_approve'
        | 'liveness_session_expired_then_approve'
        | 'liveness_no_reference_then_approve',
    ) => {
      running().reset();
      running().script({ scenario });
      const { SessionId: _, ...rest } = bodyOf(await results(await open()));
      return rest;
    };
    expect(await firstOf('retry_liveness_failed_then_approve')).to.deep.equal({ Status: 'FAILED', AuditImages: [] });
    expect(await firstOf('liveness_session_expired_then_approve')).to.deep.equal({ Status: 'EXPIRED' });
    expect(await firstOf('liveness_no_reference_then_approve')).to.deep.equal({
      Status: 'SUCCEEDED',
      Confidence: 97.4,
      AuditImages: [],
      Challenge: { Type: 'FaceMovementAndLightChallenge', Version: '2.0.0' },
      Feedback: [],
    });
  });

  it('follow the scenario in order for each profile in the request token', async () => {
    running().script({ scenario: 'retry_liveness_failed_then_approve' });
    const play = async (ClientRequestToken: string) => statusOf(await open({ ClientRequestToken }));
    expect([await play('abc000000000001-1-1'), await play('abc000000000002-1-1')]).to.deep.equal(['FAILED', 'FAILED']);
    expect([await play('abc000000000001-1-2'), await play('abc000000000001-1-3')]).to.deep.equal([
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
    expect(await play('abc000000000001-1-1')).to.equal('FAILED');
  });

  it('use the attempt in the request token, after a restart', async () => {
    running().script({ scenario: 'retry_liveness_failed_then_approve' });
    expect(await statusOf(await open({ ClientRequestToken: 'abc000000000001-2-1' }))).to.equal('SUCCEEDED');
  });

  it('store no picture in a bucket', async () => {
    const Settings = { OutputConfig: { S3Bucket: 'bucket' } };
    const reply = await askRekognition(running().url, 'CreateFaceLivenessSession', { Settings });
    expect(errorIn(reply)).to.deep.equal({
      status: 400,
      code: 'InvalidParameterException',
      message: 'There is no S3 here: leave OutputConfig out.',
    });
  });

  it('are removed by a reset', async () => {
    const SessionId = await open({ ClientRequestToken: 'a' });
    running().reset();
    expect(errorIn(await results(SessionId)).code).to.equal('SessionNotFoundException');
    expect(await open({ ClientRequestToken: 'a' })).not.to.equal(SessionId);
  });
});
