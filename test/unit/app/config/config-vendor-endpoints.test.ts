import { expect } from 'chai';
import { testVariableNames } from '#app/config/environment';
import { configOf, faultsOf } from '../../../support/builders/configurations.ts';

describe('the configuration of the agent of the device check', () => {
  const FINGERPRINT_AGENT_ENDPOINT = 'https://metrics.acme.example/behind/';

  it('is the key and the endpoint of the operator, without a slash at its end', () => {
    expect(configOf({ FINGERPRINT_AGENT_ENDPOINT, FINGERPRINT_PUBLIC_KEY: 'aKey_1' }).fingerprint?.agent).to.deep.equal(
      {
        endpoint: 'https://metrics.acme.example/behind',
        publicKey: 'aKey_1',
      },
    );
  });

  it('is rejected where one of the two is missing, or the key could be more than a part of a path', () => {
    const rule = (name: string): string => `is missing; it must be set together with ${name}`;
    expect(faultsOf({ FINGERPRINT_AGENT_ENDPOINT })).to.deep.equal([
      { name: 'FINGERPRINT_PUBLIC_KEY', rule: rule('FINGERPRINT_AGENT_ENDPOINT') },
    ]);
    expect(faultsOf({ FINGERPRINT_PUBLIC_KEY: 'aKey1' })).to.deep.equal([
      { name: 'FINGERPRINT_AGENT_ENDPOINT', rule: rule('FINGERPRINT_PUBLIC_KEY') },
    ]);
    expect(faultsOf({ FINGERPRINT_AGENT_ENDPOINT, FINGERPRINT_PUBLIC_KEY: '../aKey?1' })).to.deep.equal([
      { name: 'FINGERPRINT_PUBLIC_KEY', rule: 'must be letters, digits, _ and -' },
    ]);
  });
});

describe('the configuration of vendor addresses', () => {
  const standIns = {
    CLOUD_ENDPOINT_URL: 'http://127.0.0.1:4001',
    AI_ENDPOINT_URL: 'http://127.0.0.1:4002/',
    FINGERPRINT_ENDPOINT_URL: 'http://127.0.0.1:4003',
    VENDOR_DEADLINE_MS: '500',
  };

  it('accepts addresses of simulated vendors in a test', () => {
    for (const NODE_ENV of ['test', 'development']) {
      const { ai, cloud, fingerprint, vendorDeadlineMs } = configOf({ ...standIns, NODE_ENV });
      expect([cloud?.endpoint, ai?.endpoint, fingerprint?.endpoint, vendorDeadlineMs]).to.deep.equal([
        'http://127.0.0.1:4001',
        'http://127.0.0.1:4002',
        'http://127.0.0.1:4003',
        500,
      ]);
    }
  });

  it('rejects addresses of simulated vendors in production, which is the default', () => {
    const rule = 'must not be set unless NODE_ENV is development or test';
    const refused = testVariableNames.map((name) => ({ name, rule }));
    expect(Object.keys(standIns)).to.deep.equal(testVariableNames);
    expect(faultsOf(standIns)).to.deep.equal(refused);
    expect(faultsOf({ ...standIns, NODE_ENV: 'production' })).to.deep.equal(refused);
  });

  it('rejects addresses that are not on this machine', () => {
    for (const bad of [
      'http://vendor.example:80',
      'https://127.0.0.1:443',
      'http://127.0.0.1',
      'http://127.0.0.1:1/x',
    ]) {
      expect(faultsOf({ NODE_ENV: 'test', AI_ENDPOINT_URL: bad })).to.deep.equal([
        { name: 'AI_ENDPOINT_URL', rule: 'must be an http address of 127.0.0.1 with its port, and without a path' },
      ]);
    }
  });

  it('rejects disabled verification of vendor certificates', () => {
    const fault = { name: 'NODE_TLS_REJECT_UNAUTHORIZED', rule: 'must not be 0: the vendors could be anybody' };
    expect(faultsOf({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).to.deep.equal([fault]);
    expect(faultsOf({ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_ENV: 'test' })).to.deep.equal([]);
    expect(faultsOf({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).to.deep.equal([]);
  });
});
