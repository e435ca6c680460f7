import { isLoopbackHost } from '@portcullis/domain/kernel';
import type { ConfiguredKeys } from './data-keys.ts';
import type { ConfigFault, Variables } from './environment.ts';
import type { ConfiguredClient } from './secrets.ts';

const isPlainHttp = (url: string): boolean => url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname);

/** Whether the service runs in production, as it does unless another environment is named. */
export const isProduction = ({ NODE_ENV }: Variables): boolean => NODE_ENV !== 'development' && NODE_ENV !== 'test';

/** The warnings about tokens and clients that are accepted. */
const tokenWarnings = (env: Variables, clients: readonly ConfiguredClient[]): readonly (false | ConfigFault)[] => [
  clients.length === 0 && {
    name: 'JWT_CLIENTS_JSON',
    rule: 'is not set, nor is JWT_CLIENT_ID: no tokens can be issued here',
  },
  env.JWT_ISSUER === undefined &&
    isProduction(env) && {
      name: 'JWT_ISSUER',
      rule: 'is not set: a token that another party signs with JWT_SECRET is accepted from any issuer, also one for another deployment that has the secret',
    },
  env.JWT_ISSUER !== undefined &&
    env.PUBLIC_URL !== undefined &&
    env.JWT_ISSUER !== env.PUBLIC_URL && {
      name: 'JWT_ISSUER',
      rule: 'is not PUBLIC_URL: the metadata of the authorization server name another issuer than the tokens',
    },
  env.JWT_AUDIENCE === undefined &&
    isProduction(env) && {
      name: 'JWT_AUDIENCE',
      rule: 'is not set: a token that another party signs with JWT_SECRET is accepted for any audience, also one for another program that has the secret',
    },
  env.JWT_UNREGISTERED_CLIENTS === 'accept' &&
    clients.length > 0 && {
      name: 'JWT_UNREGISTERED_CLIENTS',
      rule: 'is accept: the tokens of a client that was removed are accepted until they expire',
    },
  clients.some(({ redirectOrigins }) => redirectOrigins === undefined) &&
    isProduction(env) && {
      name: env.JWT_CLIENTS_JSON ? 'JWT_CLIENTS_JSON' : 'JWT_CLIENT_REDIRECT_ORIGINS',
      rule: env.JWT_CLIENTS_JSON
        ? 'has clients without redirect_origins: their redirect_url may lead to any public https address'
        : 'is not set: redirect_url may lead to any public https address',
    },
];

/** The warnings about what nobody looks at. */
const providerWarnings = (env: Variables): readonly (false | ConfigFault)[] => [
  env.DOCUMENT_READER === 'local' && {
    name: 'DOCUMENT_READER',
    rule: 'is local: printed fields are not read, and signs of forgery are not looked for',
  },
  env.LIVENESS_PROVIDER === 'none' && {
    name: 'LIVENESS_PROVIDER',
    rule: 'is none: nobody looks whether a live person is there, nor whether it is the one on the document',
  },
  env.LIVENESS_PROVIDER !== 'none' &&
    env.FACE_PROVIDER === 'none' && {
      name: 'FACE_PROVIDER',
      rule: 'is none: nobody compares the person with the portrait on the document',
    },
  env.DEVICE_PROVIDER === 'none' && {
    name: 'DEVICE_PROVIDER',
    rule: 'is none: devices are not inspected',
  },
];

/** The warnings about a valid configuration. */
export const configWarnings = (
  env: Variables,
  clients: readonly ConfiguredClient[],
  { areNew, file }: ConfiguredKeys,
): readonly ConfigFault[] => {
  const found: readonly (false | ConfigFault)[] = [
    env.FACE_LIVENESS_THRESHOLD === undefined && {
      name: 'FACE_LIVENESS_THRESHOLD',
      rule: 'is not set: 75 is used',
    },
    env.FACE_LIVENESS_THRESHOLD !== undefined &&
      env.FACE_LIVENESS_THRESHOLD < 50 && {
        name: 'FACE_LIVENESS_THRESHOLD',
        rule: 'is under 50: a photo, a screen or a mask can pass for a live person; only scores below 10 are always refused',
      },
    ...providerWarnings(env),
    file !== null && {
      name: 'DATA_KEYS',
      rule: `is not set: the key file ${file} ${areNew ? 'is made for a new database' : 'is used'}; without it all that is sealed is lost, so keep a copy elsewhere than the backups of the database`,
    },
    env.FILES_URL !== undefined &&
      isProduction(env) &&
      isPlainHttp(env.FILES_URL.endpoint ?? '') && {
        name: 'FILES_URL',
        rule: 'has an http endpoint: ids, lengths and times of files travel in the clear',
      },
    env.TRUSTED_PROXIES === undefined &&
      isProduction(env) && {
        name: 'TRUSTED_PROXIES',
        rule: 'is not set: everybody behind the proxy with the certificate counts as one address, so that one caller without a token can use up what all have',
      },
    env.LEDGER_SIGNING_KEY === undefined && {
      name: 'LEDGER_SIGNING_KEY',
      rule: 'is not set: the heads of the ledger are not signed, so that anybody could have made them',
    },
    ...tokenWarnings(env, clients),
    env.CONSENT_VERSIONS === undefined &&
      isProduction(env) && {
        name: 'CONSENT_VERSIONS',
        rule: 'is not set: people consent to the built-in text, which names neither you nor your purpose',
      },
    env.WEBHOOK_ALLOW_HTTP === 'true' &&
      isProduction(env) && {
        name: 'WEBHOOK_ALLOW_HTTP',
        rule: 'is true: webhooks to http addresses travel in the clear, and anybody on their way can read and drop them',
      },
    isProduction(env) &&
      isPlainHttp(env.CLIENT_URL) && {
        name: 'CLIENT_URL',
        rule: 'is not https: links with tokens travel in the clear',
      },
  ];
  return found.filter((warning) => warning !== false);
};
