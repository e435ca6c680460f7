import { randomBytes } from 'node:crypto';
import { simulatorKeys } from '@portcullis/vendor-simulator';

export const newClient = () => ({ clientId: 'bench', clientSecret: randomBytes(24).toString('base64url') });

/** Nothing listens there: no vendor is called in what is measured, and a bench must send nothing to the outside. */
const unusedUrl = 'http://127.0.0.1:1';

/** Below it is the page on which a person is verified. */
export const clientUrl = 'https://verify.example';

/** The accounts that the simulator of all vendors knows, and where it is. */
export const vendorsAt = (url) => ({
  CLOUD_ENDPOINT_URL: url,
  AI_ENDPOINT_URL: url,
  FINGERPRINT_ENDPOINT_URL: url,
  CLOUD_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
  CLOUD_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
  AI_MODEL: simulatorKeys.model,
  AI_API_KEY: simulatorKeys.apiKey,
  FINGERPRINT_SECRET_KEY: simulatorKeys.fingerprintKey,
});

/** The only key of a run, under which every service of it seals what is personal. */
export const dataKey = { id: 'bench', key: randomBytes(32) };

/** The variables of production, with the environment of a test, because only that one may have simulated vendors. */
export const environmentFor = (database, admin, client) => ({
  NODE_ENV: 'test',
  CLOUD_ENDPOINT_URL: unusedUrl,
  AI_ENDPOINT_URL: unusedUrl,
  FINGERPRINT_ENDPOINT_URL: unusedUrl,
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
  DATA_KEYS: `${dataKey.id}:${dataKey.key.toString('base64')}`,
  DB_USER_EMAIL: admin.email,
  DB_USER_PASSWORD: admin.password,
  JWT_SECRET: randomBytes(48).toString('base64url'),
  JWT_CLIENT_ID: client.clientId,
  JWT_CLIENT_SECRET: client.clientSecret,
  JWT_CLIENT_PARTNER_ID: 'bench',
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
  CLIENT_URL: clientUrl,
  // Nobody else sends requests to a service of these: it need not wait for them before it ends.
  STOP_DRAIN_SECONDS: '0',
  CLOUD_REGION: 'eu-west-1',
  CLOUD_ACCESS_KEY_ID: 'bench',
  CLOUD_SECRET_ACCESS_KEY: 'bench',
  FACE_LIVENESS_THRESHOLD: '75',
  AI_MODEL: 'bench',
  AI_API_KEY: 'bench',
  FINGERPRINT_SECRET_KEY: 'bench',
});
