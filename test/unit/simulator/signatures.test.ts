import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import {
  askRekognition,
  askSts,
  errorIn,
  federation,
  issuedKeys,
  ownSigning,
  type Signing,
  signedHeaders,
  simulatorForTests,
} from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';

const start = '2026-05-01T12:00:00.000Z';
const at = Date.parse(start);
const sessionId = '00000000-0000-4000-8000-000000000000';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a signature at the vendor simulator', () => {
  const clock = fakeClock(start);
  const { running } = simulatorForTests({ clock, signingClock: fakeClock(start) });

  const rekognition = async (by: Partial<Signing> = {}) => {
    const signing = { ...ownSigning('rekognition'), at, ...by };
    return errorIn(
      await askRekognition(running().url, 'GetFaceLivenessSessionResults', { SessionId: sessionId }, signing),
    );
  };
  const sts = async (by: Partial<Signing> = {}) =>
    errorIn(await askSts(running().url, { Action: 'GetCallerIdentity' }, { ...ownSigning('sts'), at, ...by }));
  const both = async (by: Partial<Signing>) => [await rekognition(by), await sts(by)];

  const noSession = { status: 400, code: 'SessionNotFoundException', message: 'Session could not be found.' };
  const taken = [noSession, { status: 200, code: null, message: null }];
  const mismatch = (message: string) => [
    { status: 400, code: 'InvalidSignatureException', message },
    { status: 403, code: 'SignatureDoesNotMatch', message },
  ];
  const wrong =
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.';

  it('is accepted when it was made with the keys, for the region, the service and the day', async () => {
    expect(await both({})).to.deep.equal(taken);
  });

  it('is refused when the secret is wrong', async () => {
    expect(await both({ secretAccessKey: `${simulatorKeys.secretAccessKey.slice(1)}x` })).to.deep.equal(
      mismatch(wrong),
    );
  });

  it('is refused when the access key is unknown', async () => {
    const message = 'The security token included in the request is invalid.';
    expect(await both({ accessKeyId: 'AKIASIMULATOR0000002' })).to.deep.equal([
      { status: 400, code: 'UnrecognizedClientException', message },
      { status: 403, code: 'InvalidClientTokenId', message },
    ]);
  });

  it('is refused when it was made for another region', async () => {
    const message = "Credential should be scoped to a valid region, not 'eu-west-2'.";
    expect(await both({ region: 'eu-west-2' })).to.deep.equal(mismatch(message));
  });

  it('is refused when it was made for another service', async () => {
    const message = (service: string) => `Credential should be scoped to correct service: '${service}'.`;
    expect([await rekognition({ service: 'sts' }), await sts({ service: 'rekognition' })]).to.deep.equal([
      { status: 400, code: 'InvalidSignatureException', message: message('rekognition') },
      { status: 403, code: 'SignatureDoesNotMatch', message: message('sts') },
    ]);
  });

  it('is valid for five minutes before and after, and not for a second more', async () => {
    expect(await both({ at: at - 300_000 })).to.deep.equal(taken);
    expect(await both({ at: at + 300_000 })).to.deep.equal(taken);
    expect(await both({ at: at - 301_000 })).to.deep.equal(
      mismatch('Signature expired: 20260501T115459Z is now earlier than 20260501T115500Z (20260501T120000Z - 5 min.)'),
    );
    expect(await both({ at: at + 301_000 })).to.deep.equal(
      mismatch(
        'Signature not yet current: 20260501T120501Z is still later than 20260501T120500Z (20260501T120000Z + 5 min.)',
      ),
    );
  });

  it('is refused when it is missing or incomplete', async () => {
    const ask = async (headers: Record<string, string>) => {
      const reply = await fetch(running().url, {
        method: 'POST',
        headers: { ...formType, ...headers },
        body: 'Action=GetCallerIdentity&Version=2011-06-15',
      });
      return `${reply.status} ${/<Code>(\w+)</.exec(await reply.text())?.[1]}`;
    };
    expect(await ask({})).to.equal('403 MissingAuthenticationToken');
    expect(await ask({ authorization: 'Bearer abc' })).to.equal('400 IncompleteSignature');
    expect(
      await ask({
        authorization: 'AWS4-HMAC-SHA256 Credential=AKIASIMULATOR0000001/20260501/eu-west-1/sts/aws4_request',
      }),
    ).to.equal('400 IncompleteSignature');
  });

  const form = 'Action=GetCallerIdentity&Version=2011-06-15';
  const tampered = async (change: (headers: Headers) => void, body = form) => {
    const headers = signedHeaders(running().url, formType, form, { ...ownSigning('sts'), at });
    change(headers);
    const reply = await fetch(running().url, { method: 'POST', headers, body });
    return { status: reply.status, message: /<Message>(.*)<\/Message>/.exec(await reply.text())?.[1] };
  };

  it('is valid for the signed body, and for no other', async () => {
    expect(await tampered(() => undefined)).to.deep.equal({ status: 200, message: undefined });
    expect(await tampered(() => undefined, `${form}&`)).to.deep.equal({ status: 403, message: wrong });
  });

  it('is valid for the signed headers, and for no others', async () => {
    expect(await tampered((headers) => headers.set('content-type', 'text/plain'))).to.deep.equal({
      status: 403,
      message: wrong,
    });
    expect(await tampered((headers) => headers.set('x-amz-security-token', 'a'))).to.deep.equal({
      status: 403,
      message: "'x-amz-security-token' must be a 'SignedHeader' in the AWS Authorization.",
    });
    expect(await tampered((headers) => headers.set('x-amz-date', '20260501T120001Z'))).to.deep.equal({
      status: 403,
      message: wrong,
    });
  });

  describe('with temporary keys', () => {
    const streaming = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession', Resource: '*' }],
    };
    const federated = async (policy: unknown): Promise<Partial<Signing>> => {
      const request = { ...federation, Policy: JSON.stringify(policy) };
      return issuedKeys(await askSts(running().url, request, { ...ownSigning('sts'), at }));
    };
    const arn = 'arn:aws:sts::123456789012:federated-user/sim-abc';

    it('is refused for what their policy does not allow', async () => {
      expect(await rekognition(await federated(streaming))).to.deep.equal({
        status: 400,
        code: 'AccessDeniedException',
        message: `User: ${arn} is not authorized to perform: rekognition:GetFaceLivenessSessionResults on resource: *`,
      });
    });

    it('is accepted for what their policy allows', async () => {
      const reading = { ...streaming, Statement: [{ Effect: 'Allow', Action: ['rekognition:Get*'], Resource: '*' }] };
      expect(await rekognition(await federated(reading))).to.deep.equal(noSession);
    });

    it('cannot be used to get further keys', async () => {
      const { url } = running();
      const by = { ...ownSigning('sts'), at, ...(await federated(streaming)) };
      expect(errorIn(await askSts(url, federation, by))).to.deep.equal({
        status: 403,
        code: 'AccessDenied',
        message: 'Cannot call GetFederationToken with session credentials',
      });
      expect(errorIn(await askSts(url, { Action: 'GetCallerIdentity' }, by)).status).to.equal(200);
    });

    it('is refused without their session token, with another one, and after their end', async () => {
      const keys = await federated(streaming);
      const { sessionToken: _, ...without } = keys;
      const unknown = {
        status: 403,
        code: 'InvalidClientTokenId',
        message: 'The security token included in the request is invalid.',
      };
      expect(await sts(without)).to.deep.equal(unknown);
      expect(await sts({ ...keys, sessionToken: 'another' })).to.deep.equal(unknown);
      clock.advance(899_999);
      expect((await sts(keys)).status).to.equal(200);
      clock.advance(1);
      expect(await sts(keys)).to.deep.equal({
        status: 403,
        code: 'ExpiredToken',
        message: 'The security token included in the request is expired',
      });
    });
  });
});
