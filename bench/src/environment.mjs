import { randomBytes } from 'node:crypto';
import { simulatorKeys } from '@portcullis/vendor-simulator';

export const newClient = () => ({ clientId: 'bench', clientSecret: randomBytes(24).toString('base64url') });

/** Nobody listens there: what is measured asks no vendor, and nothing may go out from a bench. */
const nobody = 'http://127.0.0.1:1';

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

/** A keyring with one key, with which everything personal is sealed. */
export const sealed = () => ({ DATA_KEYS: `bench:${randomBytes(32).toString('base64')}` });

/** Everything that production asks for; as a test, which alone may have stand-ins for the vendors. */
export const environmentFor = (database, admin, client) => ({
  NODE_ENV: 'test',
  CLOUD_ENDPOINT_URL: nobody,
  AI_ENDPOINT_URL: nobody,
  FINGERPRINT_ENDPOINT_URL: nobody,
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
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
