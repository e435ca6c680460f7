import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { E, type Either } from '@portcullis/domain';
import { outageCauseOf, type Unavailable } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import nock from 'nock';
import { createVendors } from '#app/composition/vendors';
import { loadVendors } from '#app/config/vendors/table';
import { configOf } from '../support/builders/configurations.ts';
import { aMessage, anOutput } from '../support/clients/anthropic.ts';
import { xmlAnswer } from '../support/clients/aws.ts';
import { useRealAddresses } from '../support/clients/real-addresses.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';
const eventId = '1708102555327.NLOjmg';
const photo = { bytes: tinyJpeg(), contentType: 'image/jpeg' };

/** The vendors of a service that has its required variables and no other. */
const production = async () =>
  createVendors(await loadVendors(configOf({})))(configOf({}), {
    clock: fakeClock(),
    fitter: sharpImageFitter(),
    observe: () => undefined,
    observeTime: () => undefined,
  });
type Vendors = Awaited<ReturnType<typeof production>>;
type Outcome = Either<{ readonly _tag: string }, unknown>;

const aFace = {
  BoundingBox: { Width: 0.3, Height: 0.4, Left: 0.2, Top: 0.2 },
  Confidence: 99.9,
  Pose: { Roll: 0, Yaw: 0, Pitch: 0 },
  Quality: { Brightness: 80, Sharpness: 80 },
};
const anEvent = {
  linked_id: 'abc000000000001',
  timestamp: 1708102555327,
  event_id: eventId,
  url: 'https://verify.example.com/start',
  identification: { visitor_id: 'Ibk1527CUFmcnjLwIs4A9', confidence: { score: 0.97 } },
};
const issuedKeys = xmlAnswer(
  'GetFederationToken',
  '<Credentials><AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-21T12:15:00Z</Expiration></Credentials>',
).body;

/** One call of each vendor's account, and where it goes. */
type VendorCall = {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly ask: (vendors: Vendors) => Promise<Outcome>;
  readonly answer: unknown;
  /** The headers by which the vendor knows the account and the operation. */
  readonly headers: Readonly<Record<string, RegExp>>;
};

const signature = (service: string): RegExp =>
  new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/eu-west-1/${service}/aws4_request, SignedHeaders=`);
const rekognition = (operation: string): Pick<VendorCall, 'origin' | 'method' | 'path' | 'headers'> => ({
  origin: 'https://rekognition.eu-west-1.amazonaws.com',
  method: 'POST',
  path: '/',
  headers: {
    'x-amz-target': new RegExp(`^RekognitionService\\.${operation}$`),
    'content-type': /^application\/x-amz-json-1\.1$/,
    authorization: signature('rekognition'),
  },
});

const calls: { readonly [name: string]: VendorCall } = {
  'a liveness session of Rekognition': {
    ...rekognition('CreateFaceLivenessSession'),
    ask: ({ liveness }) => liveness.open({ call, challenge: 'movement', requestToken: 'a' })(),
    answer: { SessionId: sessionId },
  },
  'a liveness result of Rekognition': {
    ...rekognition('GetFaceLivenessSessionResults'),
    ask: ({ liveness }) => liveness.read({ call, sessionId })(),
    answer: { SessionId: sessionId, Status: 'CREATED' },
  },
  'a comparison of faces by Rekognition': {
    ...rekognition('(DetectFaces|CompareFaces)'),
    ask: ({ faces }) => faces.compare({ call, reference: photo.bytes, document: photo.bytes })(),
    answer: { FaceDetails: [aFace], FaceMatches: [{ Similarity: 99.1, Face: aFace }], UnmatchedFaces: [] },
  },
  'the keys of a browser from STS': {
    origin: 'https://sts.eu-west-1.amazonaws.com',
    method: 'POST',
    path: '/',
    headers: { 'content-type': /^application\/x-www-form-urlencoded/, authorization: signature('sts') },
    ask: ({ credentials }) => credentials.issue(call)(),
    answer: issuedKeys,
  },
  'a reading by Anthropic': {
    origin: 'https://api.anthropic.com',
    method: 'POST',
    path: '/v1/messages',
    headers: {
      authorization: /^Bearer ai-key$/,
      'anthropic-version': /^\d{4}-\d\d-\d\d$/,
      'content-type': /^application\/json$/,
    },
    ask: ({ reader }) => reader.read({ call, front: photo, back: null, hints: {} })(),
    answer: aMessage(JSON.stringify(anOutput())),
  },
  'an event of Fingerprint': {
    origin: 'https://api.fpjs.io',
    method: 'GET',
    path: `/v4/events/${eventId}`,
    headers: { authorization: /^Bearer fingerprint-key$/ },
    ask: ({ devices }) => devices.inspect({ call, eventId })(),
    answer: anEvent,
  },
};

/** What a failed connection means, by the code of the system or of Node; a wrong certificate is for the operator. */
const connectionErrors = [
  ['ENOTFOUND', 'unavailable', 'dns_failed'],
  ['EAI_AGAIN', 'unavailable', 'dns_failed'],
  ['ECONNREFUSED', 'unavailable', 'connection_refused'],
  ['EHOSTUNREACH', 'unavailable', 'connection_refused'],
  ['ECONNRESET', 'unavailable', 'connection_reset'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'not_configured', 'tls_failed'],
  ['CERT_HAS_EXPIRED', 'not_configured', 'tls_failed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not_configured', 'tls_failed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not_configured', 'tls_failed'],
] as const;

/** What a gateway before a vendor answers, which is no answer of the vendor's. */
const gateways = [
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [301, 'invalid_response'],
  [200, 'invalid_response'],
] as const;

const unavailable = (outcome: Outcome): Unavailable => {
  if (E.isRight(outcome) || outcome.left._tag !== 'Unavailable') throw new Error('it is not unavailable');
  return outcome.left as Unavailable;
};

describe('a vendor at its real address', () => {
  useRealAddresses();

  /** The description of the model, which the reader asks for beside its first reading. */
  const describeModel = (origin: string): void => {
    if (origin === 'https://api.anthropic.com') nock(origin).persist().get('/v1/models/a-model').reply(404, {});
  };
  const play = ({ method, origin, path }: VendorCall): nock.Interceptor => {
    describeModel(origin);
    return nock(origin).persist().intercept(path, method);
  };
  const asked = async ({ ask }: VendorCall): Promise<Outcome> => {
    const vendors = await production();
    try {
      return await ask(vendors);
    } finally {
      await vendors.close();
    }
  };

  for (const [name, vendorCall] of Object.entries(calls)) {
    describe(name, () => {
      it('is asked there, with the key of the account', async () => {
        const seen: Readonly<Record<string, string>>[] = [];
        play(vendorCall).reply(function () {
          seen.push(this.req.headers);
          return [200, vendorCall.answer as nock.Body];
        });
        const outcome = await asked(vendorCall);
        expect(outcome._tag, JSON.stringify(outcome)).to.equal('Right');
        expect(seen.length).to.be.greaterThan(0);
        for (const headers of seen) {
          expect(headers['host']).to.equal(new URL(vendorCall.origin).host);
          for (const [header, value] of Object.entries(vendorCall.headers)) expect(headers[header]).to.match(value);
        }
      });

      for (const [code, kind, cause] of connectionErrors)
        it(`is ${kind} by ${cause} where its connection ends with ${code}`, async () => {
          play(vendorCall).replyWithError(Object.assign(new Error(code), { code }));
          const failure = unavailable(await asked(vendorCall));
          expect([failure.kind, outageCauseOf(failure)]).to.deep.equal([kind, cause]);
        });

      for (const [status, kind] of gateways)
        it(`is ${kind} where a gateway answers a page with ${status}`, async () => {
          const headers = { 'content-type': 'text/html', location: 'https://elsewhere.example.com/' };
          play(vendorCall).reply(status, '<html><body>Try later</body></html>', headers);
          expect(unavailable(await asked(vendorCall)).kind).to.equal(kind);
        });

      it('names the seconds that it is told to wait', async () => {
        play(vendorCall).reply(503, '', { 'retry-after': '90' });
        expect(unavailable(await asked(vendorCall)).retryAfterSeconds).to.equal(90);
      });
    });
  }
});
