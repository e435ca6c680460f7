import { type FaultKind, faultKinds, simulatorKeys, type Vendor } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import {
  askModelCard,
  askVendor,
  bodyOf,
  errorIn,
  type Reply,
  simulatorForTests,
  vendors,
} from '../../support/clients/vendor-calls.ts';

/** Status and code of each vendor for a status, for throttling, or for a denied permission. */
const refusals: Partial<Record<FaultKind, Record<Vendor, readonly [number, string]>>> = {
  http_400: {
    rekognition: [400, 'InvalidParameterException'],
    sts: [400, 'ValidationError'],
    s3: [400, 'InvalidRequest'],
    anthropic: [400, 'invalid_request_error'],
    fingerprint: [400, 'request_cannot_be_parsed'],
  },
  http_401: {
    rekognition: [401, 'UnrecognizedClientException'],
    sts: [401, 'InvalidClientTokenId'],
    s3: [401, 'InvalidAccessKeyId'],
    anthropic: [401, 'authentication_error'],
    fingerprint: [401, 'failed'],
  },
  http_403: {
    rekognition: [403, 'AccessDeniedException'],
    sts: [403, 'AccessDenied'],
    s3: [403, 'AccessDenied'],
    anthropic: [403, 'permission_error'],
    fingerprint: [403, 'subscription_not_active'],
  },
  http_404: {
    rekognition: [404, 'SessionNotFoundException'],
    sts: [404, 'InvalidAction'],
    s3: [404, 'NoSuchKey'],
    anthropic: [404, 'not_found_error'],
    fingerprint: [404, 'event_not_found'],
  },
  http_429: {
    rekognition: [429, 'ThrottlingException'],
    sts: [429, 'Throttling'],
    s3: [429, 'TooManyRequests'],
    anthropic: [429, 'rate_limit_error'],
    fingerprint: [429, 'too_many_requests'],
  },
  http_500: {
    rekognition: [500, 'InternalServerError'],
    sts: [500, 'InternalFailure'],
    s3: [500, 'InternalError'],
    anthropic: [500, 'api_error'],
    fingerprint: [500, 'failed'],
  },
  http_503: {
    rekognition: [503, 'InternalServerError'],
    sts: [503, 'ServiceUnavailable'],
    s3: [503, 'ServiceUnavailable'],
    anthropic: [503, 'api_error'],
    fingerprint: [503, 'service_unavailable'],
  },
  http_529: {
    rekognition: [529, 'InternalServerError'],
    sts: [529, 'InternalFailure'],
    s3: [529, 'InternalError'],
    anthropic: [529, 'overloaded_error'],
    fingerprint: [529, 'failed'],
  },
  throttling: {
    rekognition: [400, 'ThrottlingException'],
    sts: [400, 'Throttling'],
    s3: [503, 'SlowDown'],
    anthropic: [429, 'rate_limit_error'],
    fingerprint: [429, 'too_many_requests'],
  },
  access_denied: {
    rekognition: [400, 'AccessDeniedException'],
    sts: [403, 'AccessDenied'],
    s3: [403, 'AccessDenied'],
    anthropic: [403, 'permission_error'],
    fingerprint: [403, 'subscription_not_active'],
  },
};

/** Answers the code of an error in the form of any of the vendors. */
const codeIn = (vendor: Vendor, reply: Reply): unknown => {
  if (vendor === 'rekognition' || vendor === 'sts' || vendor === 's3') return errorIn(reply).code;
  const error = Object(bodyOf(reply)['error']);
  return Reflect.get(error, vendor === 'anthropic' ? 'type' : 'code');
};

describe('refusals of the vendor simulator', () => {
  const { running } = simulatorForTests();
  const fault = (vendor: Vendor, kind: FaultKind, more: object = {}) =>
    running().script({ faults: [{ vendor, kind, ...more }] });
  const ask = (vendor: Vendor): Promise<Reply> => askVendor[vendor](running().url);

  for (const [kind, said] of Object.entries(refusals)) {
    it(`have ${kind} in the form of each vendor`, async () => {
      for (const vendor of vendors) {
        running().script({ faults: faultKinds.filter((one) => one === kind).map((one) => ({ vendor, kind: one })) });
        const reply = await ask(vendor);
        expect([reply.status, codeIn(vendor, reply)], vendor).to.deep.equal(said[vendor]);
      }
    });
  }

  it('have the Retry-After and the code of the script', async () => {
    fault('rekognition', 'http_400', { code: 'ProvisionedThroughputExceededException', retryAfterSeconds: 7 });
    const reply = await ask('rekognition');
    expect(reply.headers.get('retry-after')).to.equal('7');
    expect(errorIn(reply)).to.deep.equal({
      status: 400,
      code: 'ProvisionedThroughputExceededException',
      message: 'Provisioned Rate exceeded.',
    });
    fault('anthropic', 'http_429', { code: 'contract_spend_limit_reached', message: 'Too much.' });
    expect(bodyOf(await ask('anthropic'))['error']).to.deep.equal({
      type: 'rate_limit_error',
      message: 'Too much.',
      details: { error_code: 'contract_spend_limit_reached' },
    });
  });

  it('apply to the given number of calls of the given operation, and start again with a new script', async () => {
    const faults = [{ vendor: 'anthropic', kind: 'http_500', operation: 'models.retrieve', times: 2 }] as const;
    const card = async () => (await askModelCard(running().url, simulatorKeys.model)).status;
    for (const _ of ['once', 'again']) {
      running().script({ faults });
      const statuses = [await card(), (await ask('anthropic')).status, await card(), await card()];
      expect(statuses).to.deep.equal([500, 200, 500, 200]);
    }
  });

  it('are given one after another, in the order of the script', async () => {
    running().script({
      faults: [
        { vendor: 'sts', kind: 'http_503', times: 1 },
        { vendor: 'sts', kind: 'throttling', times: 1 },
      ],
    });
    expect([(await ask('sts')).status, (await ask('sts')).status, (await ask('sts')).status]).to.deep.equal([
      503, 400, 200,
    ]);
  });
});
