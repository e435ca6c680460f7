import type { ConfigFault, Variables } from './environment.ts';

/** The account of the device check. */
export type FingerprintConfig = {
  readonly secretKey: string;
  readonly region: 'us' | 'eu' | 'ap';
  /** The values with which the page of a person loads the agent; with `null` it loads none. */
  readonly agent: { readonly endpoint: string; readonly publicKey: string } | null;
};

export const toFingerprintConfig = (env: Variables): FingerprintConfig => {
  const { FINGERPRINT_AGENT_ENDPOINT: endpoint, FINGERPRINT_PUBLIC_KEY: publicKey } = env;
  return {
    secretKey: env.FINGERPRINT_SECRET_KEY,
    region: env.FINGERPRINT_REGION ?? 'us',
    agent: endpoint === undefined || publicKey === undefined ? null : { endpoint, publicKey },
  };
};

/** The agent is loaded from the operator's endpoint and from nowhere else: a key without one would do nothing. */
export const agentFaults = (env: Variables): readonly ConfigFault[] => {
  const names = ['FINGERPRINT_PUBLIC_KEY', 'FINGERPRINT_AGENT_ENDPOINT'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  const set = names.filter((name) => env[name] !== undefined);
  return set.length === 0
    ? []
    : missing.map((name) => ({ name, rule: `is missing; it must be set together with ${set.join()}` }));
};
