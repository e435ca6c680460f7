import { type Environment, namesPostgres, requiredByChoice } from '@portcullis/app/configuration';
import { newDataKeys, newSigningKey, randomHex } from '../command/new-secrets.ts';

/** What a person says about a deployment, by the names of its variables. */
export type Answers = {
  readonly DOMAIN: string;
  readonly JWT_CLIENT_PARTNER_ID: string;
  readonly CLOUD_REGION: string;
  readonly AI_MODEL: string;
};

/** The keys of vendors, which a person gets from each of them. */
const vendorKeys = ['CLOUD_ACCESS_KEY_ID', 'CLOUD_SECRET_ACCESS_KEY', 'AI_API_KEY', 'FINGERPRINT_SECRET_KEY'] as const;

/** What chooses providers: it is taken from the environment where it is set. */
const choices = ['LIVENESS_PROVIDER', 'FACE_PROVIDER', 'DOCUMENT_READER', 'AI_PROVIDER', 'DEVICE_PROVIDER'] as const;

/** Whether a variable is one of a vendor that nothing chosen uses. */
export const isUnused = (name: string, env: Environment): boolean =>
  /^(CLOUD|AI|FINGERPRINT)_(?!PROVIDER)/.test(name) && !Object.hasOwn(requiredByChoice(env), name);

/** The account of a PocketBase, which its container makes. The address is no one's mailbox. */
const databaseAccount = (url: string): Record<string, string> =>
  namesPostgres(url)
    ? {}
    : {
        DB_USER_EMAIL: 'service@portcullis.internal',
        DB_USER_PASSWORD: randomHex(),
        // PocketBase takes a key of 32 characters.
        DB_ENCRYPTION_KEY: randomHex(16),
      };

/**
 * The variables of a new deployment. All secrets are new but for those that another party gives: the keys of vendors,
 * and an address of a database with its account, which are taken from the environment.
 */
export const newVariables = (answers: Answers, env: Environment): Readonly<Record<string, string>> => {
  const given = (name: string): string => env[name]?.trim() ?? '';
  const url = given('DATABASE_URL') || 'http://127.0.0.1:8090';
  const { JWT_CLIENT_PARTNER_ID: partner } = answers;
  const ofVendors = Object.entries({
    ...answers,
    ...Object.fromEntries(vendorKeys.map((name) => [name, given(name)])),
  });
  return {
    ...Object.fromEntries(ofVendors.filter(([name]) => !isUnused(name, env))),
    ...Object.fromEntries(choices.filter((name) => given(name) !== '').map((name) => [name, given(name)])),
    FACE_LIVENESS_THRESHOLD: '75',
    DATABASE_URL: url,
    ...databaseAccount(url),
    DATA_KEYS: newDataKeys(`made-${randomHex(4)}`),
    LEDGER_SIGNING_KEY: newSigningKey().trim().replaceAll('\n', '\\n'),
    JWT_SECRET: randomHex(),
    JWT_ISSUER: `https://api.${answers.DOMAIN}`,
    JWT_AUDIENCE: 'portcullis',
    JWT_CLIENT_ID: `${partner}-${randomHex(4)}`,
    JWT_CLIENT_SECRET: randomHex(),
  };
};
