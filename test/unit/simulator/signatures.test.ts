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
  const message = 'The signature does not match the request.';
  const mismatch = [
    { status: 400, code: 'InvalidSignatureException', message },
    { status: 403, code: 'SignatureDoesNotMatch', message },
  ];
  const unknown = 'The security token included in the request is invalid.';
  const outcomes = {
    accepted: [noSession, { status: 200, code: null, message: null }],
    mismatch,
    unknown: [
      { status: 400, code: 'UnrecognizedClientException', message: unknown },
      { status: 403, code: 'InvalidClientTokenId', message: unknown },
    ],
  };

  const cases: readonly (readonly [what: string, by: Partial<Signing>, outcome: keyof typeof outcomes])[] = [
    ['with the keys, for the region, the service and the day', {}, 'accepted'],
    ['five minutes ago', { at: at - 300_000 }, 'accepted'],
    ['in five minutes', { at: at + 300_000 }, 'accepted'],
    ['a second before that', { at: at - 301_000 }, 'mismatch'],
    ['a second after that', { at: at + 301_000 }, 'mismatch'],
    ['with another secret', { secretAccessKey: `${simulatorKeys.secretAccessKey.slice(1)}x` }, 'mismatch'],
    ['with an unknown key', { accessKeyId: 'AKIASIMULATOR0000002' }, 'unknown'],
    ['for another region', { region: 'eu-west-2' }, 'mismatch'],
    ['for another service', { service: 'iam' }, 'mismatch'],
  ];
  for (const [what, by, outcome] of cases)
    it(`has the outcome ${outcome} when it was made ${what}`, async () => {
      expect(await both(by)).to.deep.equal(outcomes[outcome]);
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

  it('is valid for the signed body and the signed headers, and for no others', async () => {
    const refused = { status: 403, message };
    expect(await tampered(() => undefined)).to.deep.equal({ status: 200, message: undefined });
    expect(await tampered(() => undefined, `${form}&`)).to.deep.equal(refused);
    for (const [name, value] of [
      ['content-type', 'text/plain'],
      ['x-amz-security-token', 'a'],
      ['x-amz-date', '20260501T120001Z'],
    ] as const)
      expect(await tampered((headers) => headers.set(name, value)), name).to.deep.equal(refused);
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
      const [, refused] = outcomes.unknown;
      expect(await sts(without)).to.deep.equal(refused);
      expect(await sts({ ...keys, sessionToken: 'another' })).to.deep.equal(refused);
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
