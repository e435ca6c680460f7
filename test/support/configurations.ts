import { type Config, readConfig } from '@portcullis/app';
import { E } from '@portcullis/domain';
import { secretFor } from './secrets.ts';

/** An environment, or a part of one. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Every variable that is required, and no other. */
export const complete: Variables = {
  DATABASE_URL: 'http://database:8090/',
  DB_USER_EMAIL: 'admin@example.com',
  DB_USER_PASSWORD: 'password of the database',
  JWT_SECRET: secretFor('signing'),
  CLIENT_URL: 'https://verify.example.com',
  CLOUD_REGION: 'eu-west-1',
  CLOUD_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: 'cloud/secret',
  AI_MODEL: 'a-model',
  AI_API_KEY: 'ai-key',
  FINGERPRINT_SECRET_KEY: 'fingerprint-key',
};

/** A client as `JWT_CLIENTS_JSON` has it. */
export const client = {
  client_id: 'acme',
  client_secret: secretFor('the client acme'),
  partner_id: 'p1',
  scopes: ['profiles:read'],
};
/** `JWT_CLIENTS_JSON` with one such client for each change. */
export const clients = (...changes: object[]) => JSON.stringify(changes.map((change) => ({ ...client, ...change })));

/** The configuration of a complete environment with these changes; throws when it is refused. */
export const configOf = (variables: Variables): Config => {
  const read = readConfig({ ...complete, ...variables });
  if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join('; '));
  return read.right.config;
};

/** What is wrong with a complete environment with these changes. */
export const faultsOf = (variables: Variables) => {
  const read = readConfig({ ...complete, ...variables });
  return E.isLeft(read) ? read.left : [];
};
