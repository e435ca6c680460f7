import { rekognitionFaces, rekognitionLiveness, stsCredentials } from '@portcullis/adapter-aws';
import { E, TE } from '@portcullis/domain';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { type FaultKind, faultKinds, type Vendor } from '#simulator/core/script';
import { awsAt } from '../../support/clients/aws.ts';
import { faultMeanings } from '../../support/clients/fault-meanings.ts';
import { askRekognition, signingWith, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const roleArn = 'arn:aws:iam::123456789012:role/portcullis-liveness';

const stalls: readonly FaultKind[] = ['stalled_headers', 'stalled_body', 'slow_drip'];

describe('a fault of AWS', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });

  const clientsFor = (kind?: FaultKind, tries = 1) => {
    const deadlineMs = kind !== undefined && stalls.includes(kind) ? 250 : 10_000;
    return awsAt(running().url, { deadlineMs, maxAttempts: tries }, simulatorKeys).clients;
  };
  const open = (kind: FaultKind) =>
    rekognitionLiveness(clientsFor(kind), fakeClock()).open({ call, challenge: 'movement', requestToken: 'a' });
  const issue = (kind: FaultKind) => stsCredentials(clientsFor(kind), { roleArn: null }).issue(call);
  const compare = (kind: FaultKind) =>
    rekognitionFaces(clientsFor(kind), { fit: (image) => TE.right(image) }).compare({
      call,
      reference: tinyJpeg(),
      document: tinyJpeg(),
    });

  for (const kind of faultKinds) {
    it(`of the kind ${kind} means ${faultMeanings[kind]} to every port`, async () => {
      const met: string[] = [];
      const asks = [
        ['rekognition', open],
        ['rekognition', compare],
        ['sts', issue],
      ] as const satisfies readonly (readonly [Vendor, unknown])[];
      for (const [vendor, ask] of asks) {
        running().script({ faults: [{ vendor, kind }] });
        const result = await ask(kind)();
        met.push(E.isLeft(result) ? result.left.kind : 'answer');
      }
      expect(met).to.deep.equal([faultMeanings[kind], faultMeanings[kind], faultMeanings[kind]]);
      expect(
        running()
          .requests()
          .map(({ operation }) => operation),
      ).not.to.include('followed a redirect');
    });
  }

  it('is reported with the seconds of Retry-After', async () => {
    running().script({ faults: [{ vendor: 'sts', kind: 'http_503', retryAfterSeconds: 17 }] });
    expect(await mustFail(issue('http_503'))).to.include({ kind: 'unavailable', retryAfterSeconds: 17 });
  });

  it('in one request is retried, and opens no second session', async () => {
    running().script({ faults: [{ vendor: 'rekognition', kind: 'http_500', times: 1 }] });
    const liveness = rekognitionLiveness(clientsFor(undefined, 2), fakeClock());
    const ask = liveness.open({ call, challenge: 'movement', requestToken: 'a' });
    expect((await mustSucceed(ask)).sessionId).to.equal((await mustSucceed(ask)).sessionId);
  });

  it('can be a denial: the credentials of browsers allow nothing but streaming', async () => {
    const session = await mustSucceed(open('http_400'));
    for (const role of [null, roleArn]) {
      const issued = await mustSucceed(stsCredentials(clientsFor(), { roleArn: role }).issue(call));
      const signing = signingWith(issued);
      const { url } = running();
      const answers = [
        await askRekognition(url, 'GetFaceLivenessSessionResults', { SessionId: session.sessionId }, signing),
        await askRekognition(url, 'CreateFaceLivenessSession', {}, signing),
      ];
      expect(answers.map(({ body }) => Reflect.get(Object(body), '__type'))).to.deep.equal([
        'AccessDeniedException',
        'AccessDeniedException',
      ]);
    }
  });
});
