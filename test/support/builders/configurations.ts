import { E } from '@portcullis/domain';
import { type Config, readConfig } from '#app/config/config';
import { secretFor } from './secrets.ts';

/** A complete or partial environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Every required variable, and no other. */
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

/** A client in the format of `JWT_CLIENTS_JSON`. */
export const client = {
  client_id: 'acme',
  client_secret: secretFor('the client acme'),
  partner_id: 'p1',
  scopes: ['profiles:read'],
};
/** Answers `JWT_CLIENTS_JSON` with one such client for each change. */
export const clients = (...changes: object[]) => JSON.stringify(changes.map((change) => ({ ...client, ...change })));

/** Reads the configuration of a complete environment with these changes; throws when it is rejected. */
export const configOf = (variables: Variables): Config => {
  const read = readConfig({ ...complete, ...variables });
  if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join('; '));
  return read.right.config;
};

/** Answers the faults of a complete environment with these changes. */
export const faultsOf = (variables: Variables) => {
  const read = readConfig({ ...complete, ...variables });
  return E.isLeft(read) ? read.left : [];
};

/** The rows of the access log and of webhooks in the table of variables. */
const accessLogRows: readonly {
  readonly name: string;
  readonly rule: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}[] = [
  {
    name: 'DATABASE_DIR',
    rule: 'the absolute path of a folder',
    good: ['/mnt/pb_data'],
    bad: ['pb_data', './pb_data', '/a\nb'],
  },
  {
    name: 'WEBHOOK_ALLOW_NETWORKS',
    rule: 'addresses or networks such as 10.1.0.0/16, separated by commas, and none of length 0',
    good: ['10.1.0.0/16', '192.0.2.7, fd00:1::/32,::1'],
    bad: ['receiver.lan', '0.0.0.0/0', '::/0', '10.0.0.0/00', '10.0.0.0/33', '10.1.0.0/16,', '*'],
  },
  {
    name: 'WEBHOOK_ALLOW_HTTP',
    rule: 'one of true, false',
    good: ['true', 'false'],
    bad: ['yes', 'TRUE', '1'],
  },
  {
    name: 'ACCESS_LOG_DAYS',
    rule: 'a whole number from 1 to 3650',
    good: ['1', '3650'],
    bad: ['0', '3651', 'never'],
  },
];

/** The values of each limit variable, and of the access log, and the rule for rejected ones. */
export const limitRows: readonly {
  readonly name: string;
  readonly rule: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}[] = [
  ...accessLogRows,
  ...['LIMIT_CLIENT_PER_MINUTE', 'LIMIT_FLOW_PER_MINUTE', 'LIMIT_TOKEN_PER_MINUTE'].map((name) => ({
    name,
    rule: 'a whole number from 1 to 1000000',
    good: ['1', '1000000'],
    bad: ['0', '1000001', 'unlimited', '-1'],
  })),
  ...['LIMIT_CONNECTIONS_PER_ADDRESS', 'LIMIT_REQUESTS_PER_CONNECTION'].map((name) => ({
    name,
    rule: 'a whole number from 1 to 1000000',
    good: ['1', '1000000'],
    bad: ['0', 'many'],
  })),
  { name: 'LIMIT_CONNECTIONS', rule: 'a whole number from 10 to 1000000', good: ['10'], bad: ['9', '1e4'] },
  ...['HEADERS_TIMEOUT_SECONDS', 'STALL_TIMEOUT_SECONDS'].map((name) => ({
    name,
    rule: 'a whole number from 1 to 300',
    good: ['1', '300'],
    bad: ['0', '301', '15s'],
  })),
  { name: 'REQUEST_TIMEOUT_SECONDS', rule: 'a whole number from 1 to 3600', good: ['3600'], bad: ['0', '3601'] },
  {
    name: 'LIMIT_UPLOAD_BYTES_IN_FLIGHT',
    rule: 'a whole number from 16777216 to 1048576000000',
    good: ['16777216', '4294967296'],
    bad: ['16777215', '480MiB', '1e9'],
  },
  { name: 'LIMIT_IMAGE_DECODES', rule: 'a whole number from 1 to 64', good: ['1', '64'], bad: ['0', '65'] },
  {
    name: 'LIMIT_DECODED_BYTES_PER_HOUR',
    rule: 'a whole number from 100000000 to 1000000000000',
    good: ['100000000', '1000000000000'],
    bad: ['99999999', '2GB'],
  },
  { name: 'LIMIT_URL_BYTES', rule: 'a whole number from 1024 to 32768', good: ['1024'], bad: ['1023', '32769'] },
  {
    name: 'LIMIT_HEADER_BYTES',
    rule: 'a whole number from 8192 to 65536',
    good: ['8192', '65536'],
    bad: ['8191', '65537', '16KiB'],
  },
  {
    name: 'LIMIT_JSON_BYTES',
    rule: 'a whole number from 4096 to 1048576',
    good: ['1048576'],
    bad: ['4095', '1048577'],
  },
  { name: 'LIMIT_JSON_DEPTH', rule: 'a whole number from 4 to 64', good: ['4', '64'], bad: ['3', '65'] },
  {
    name: 'LIMIT_MULTIPART_BYTES',
    rule: 'a whole number from 1048576 to 268435456',
    good: ['1048576', '268435456'],
    bad: ['1048575', '268435457', '120MiB'],
  },
  {
    name: 'LIMIT_IMAGE_BYTES',
    rule: 'a whole number from 65536 to 52428800',
    good: ['65536', '52428800'],
    bad: ['65535', '52428801'],
  },
  ...['LIMIT_PROFILE_BYTES', 'LIMIT_TENANT_BYTES'].map((name) => ({
    name,
    rule: 'a whole number from 1048576 to 1048576000000',
    good: ['1048576', '1048576000000'],
    bad: ['1048575', '60MB'],
  })),
  ...['DOCUMENT_READINGS', 'LIVENESS_SESSIONS', 'FACE_COMPARISONS', 'DEVICE_LOOKUPS'].map((what) => ({
    name: `BUDGET_${what}_PER_DAY`,
    rule: 'a whole number from 0 to 1000000000',
    good: ['0', '1000000000'],
    bad: ['-1', '1000000001'],
  })),
];
