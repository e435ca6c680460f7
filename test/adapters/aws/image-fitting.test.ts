import { rekognitionFaces } from '@portcullis/adapter-aws';
import { type ImageFitter, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { jsonError, playAws, realAws } from '../../support/clients/aws.ts';
import { timedCall } from '../../support/clients/vendor-clients.ts';
import { slowFitter } from '../../support/images/slow-fitter.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const images = {
  call: { profileId: 'abc000000000001', attempt: 1 },
  reference: tinyJpeg(),
  document: tinyJpeg(),
} as const;

describe('images that are scaled for the comparison of faces', () => {
  const aws = playAws();

  it('are part of the call: one that exceeds its deadline is reported, and nothing is sent', async () => {
    const { operations } = aws;
    const slow = slowFitter();
    const { clients, records } = realAws({ deadlineMs: 300 });
    const { answer, ownMs } = await timedCall(
      () => mustFail(rekognitionFaces(clients, slow.fitter).compare(images)),
      300,
    );
    expect(ownMs).to.be.below(1500);
    expect(answer).to.include({ _tag: 'Unavailable', service: 'faces', kind: 'timeout' });
    await slow.release();
    expect(operations()).to.deep.equal([]);
    expect(records.map(({ outcome, sent }) => ({ outcome, sent }))).to.deep.equal([{ outcome: 'timeout', sent: 0 }]);
  });

  it('are scaled once, however often the faces are detected', async () => {
    const { answer, operations } = aws;
    answer('DetectFaces', jsonError('InternalServerError', 500), { body: { FaceDetails: [] } });
    let fitted = 0;
    const fitter: ImageFitter = {
      fit: (image) => {
        fitted += 1;
        return TE.right(image);
      },
    };
    const faces = rekognitionFaces(realAws({ maxAttempts: 2 }).clients, fitter);
    expect(await mustSucceed(faces.compare(images))).to.include({ outcome: 'no_face_on_document' });
    expect({ asked: operations(), fitted }).to.deep.equal({ asked: ['DetectFaces', 'DetectFaces'], fitted: 2 });
  });
});
