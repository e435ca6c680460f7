import { BaseUrl, choiceOf, LoopbackUrl, matchingText, SingleWord } from '../codecs/values.ts';
import { breaker, defineVendor, mebibytes } from './vendor.ts';

/** A key that every browser sees, as a part of a path. */
const PublicKey = matchingText('letters, digits, _ and -', (text) => /^[A-Za-z0-9_-]{1,128}$/.test(text));

/** The device check. */
export const fingerprint = defineVendor({
  variables: {
    required: { FINGERPRINT_SECRET_KEY: SingleWord },
    optional: {
      FINGERPRINT_REGION: choiceOf(['us', 'eu', 'ap']),
      FINGERPRINT_PUBLIC_KEY: PublicKey,
      FINGERPRINT_AGENT_ENDPOINT: BaseUrl,
    },
    testOnly: { FINGERPRINT_ENDPOINT_URL: LoopbackUrl },
  },
  accountOf: (env) => {
    const { FINGERPRINT_AGENT_ENDPOINT: endpoint, FINGERPRINT_PUBLIC_KEY: publicKey } = env;
    return {
      secretKey: env.FINGERPRINT_SECRET_KEY,
      region: env.FINGERPRINT_REGION ?? 'us',
      /** The values with which the page of a person loads the agent; with `null` it loads none. */
      agent: endpoint === undefined || publicKey === undefined ? null : { endpoint, publicKey },
      endpoint: env.FINGERPRINT_ENDPOINT_URL ?? null,
    };
  },
  // The agent is loaded from the operator's endpoint and from nowhere else: a key without one would do nothing.
  faultsOf: (env) => {
    const names = ['FINGERPRINT_PUBLIC_KEY', 'FINGERPRINT_AGENT_ENDPOINT'] as const;
    const missing = names.filter((name) => env[name] === undefined);
    const set = names.filter((name) => env[name] !== undefined);
    return set.length === 0
      ? []
      : missing.map((name) => ({ name, rule: `is missing; it must be set together with ${set.join()}` }));
  },
  limits: {
    fingerprint: {
      deadlineMs: 3_000,
      maxBytes: mebibytes,
      concurrency: 50,
      queue: 50,
      maxAttempts: 2,
      breaker,
    },
  },
  providers: { devices: 'fingerprint' },
  names: { fingerprint: 'fingerprint' },
  load: async () => {
    const adapter = await import('@portcullis/adapter-fingerprint');
    return ({ agent: _, ...account }, { clientFor, clock, pageOrigins: origins }) => {
      const vendorClient = clientFor('fingerprint', [adapter.fingerprintOrigin(account.region, account.endpoint)]);
      const diagnosis = adapter.fingerprintDiagnosis({ ...account, vendorClient });
      return {
        ports: { devices: adapter.fingerprintDevices({ ...account, vendorClient, origins, clock }) },
        clients: [vendorClient],
        diagnosis,
        probes: [{ provider: 'fingerprint', diagnosis }],
        report: (stateOf) => ({ fingerprint: stateOf('fingerprint') }),
      };
    };
  },
});
