import { join } from 'node:path';
import { dataKeysText } from '../builders/keyrings.ts';
import { secretFor } from '../builders/secrets.ts';
import { root } from '../repository/files.ts';
import { adminAccount } from './pocketbase.ts';
import { type Program, startProgram } from './program.ts';

export type Variables = Readonly<Record<string, string>>;

/** The secret of the only client of `environmentOf`. */
export const clientSecret = secretFor('the one client');

/** Nobody listens on the port of `tcpmux`, and no test can be given it, as it can a port that was free a moment ago. */
export const unusedAddress = 'http://127.0.0.1:1';

/** Vendor accounts that do not exist, and vendor addresses that nobody listens on: no service here reaches a vendor. */
export const noVendors = {
  NODE_ENV: 'test',
  CLOUD_ENDPOINT_URL: unusedAddress,
  AI_ENDPOINT_URL: unusedAddress,
  FINGERPRINT_ENDPOINT_URL: unusedAddress,
  CLOUD_REGION: 'eu-west-1',
  CLOUD_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: 'cloud-secret',
  AI_MODEL: 'a-model',
  AI_API_KEY: 'ai-key',
  FINGERPRINT_SECRET_KEY: 'fingerprint-key',
} as const;

/** Rate limits that no test reaches. */
const unlimited: Variables = {
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
};

/**
 * Answers everything that the service needs to start over a database, which these variables name: it listens on free
 * local ports, with one client of every scope.
 */
export const environmentOn = (database: Variables, changes: Variables = {}): Variables => ({
  ...noVendors,
  ...unlimited,
  ...database,
  JWT_SECRET: secretFor('signing'),
  JWT_CLIENT_ID: 'acme',
  JWT_CLIENT_SECRET: clientSecret,
  JWT_CLIENT_PARTNER_ID: 'p1',
  CLIENT_URL: 'https://verify.example.com',
  DATA_KEYS: dataKeysText(),
  HOST: '127.0.0.1',
  PORT: '0',
  MANAGEMENT_PORT: '0',
  STOP_DRAIN_SECONDS: '0',
  STOP_REQUEST_SECONDS: '5',
  ...changes,
});

/** Answers the same over a PocketBase. */
export const environmentOf = (databaseUrl: string, changes: Variables = {}): Variables =>
  environmentOn(
    { DATABASE_URL: databaseUrl, DB_USER_EMAIL: adminAccount.email, DB_USER_PASSWORD: adminAccount.password },
    changes,
  );

export type LogLine = { readonly event: string; readonly port?: number; readonly [field: string]: unknown };

/** Answers the log lines of a service so far. */
export const linesOf = (program: Program): readonly LogLine[] =>
  program
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** Counts what must never happen in a running service, by its log. */
export const mishapsIn = (program: Program, slowMs: number): { readonly [what: string]: number } => {
  const lines = linesOf(program);
  const requests = lines.filter(({ event }) => event === 'request');
  return {
    'requests logged with 500 and more': requests.filter(({ status }) => Number(status) >= 500).length,
    'requests that took too long': requests.filter(({ duration_ms: ms }) => Number(ms) > slowMs).length,
    'unhandled rejections': lines.filter(({ event }) => event === 'surprise').length,
    exits: program.child.exitCode === null && program.child.signalCode === null ? 0 : 1,
  };
};

/** Answers the address of one of the two listeners of a service, from the line that it logs. */
export const listenerUrl = async (program: Program, event: string): Promise<string> => {
  await program.prints(`"event":"${event}"`);
  return `http://127.0.0.1:${linesOf(program).find((line) => line.event === event)?.port}`;
};

/** Starts the service as in production: the bundled program, with only this environment and no `.env` file. */
export const startService = (env: Variables): Program =>
  startProgram(process.execPath, [join(root, 'packages/app/bundle/main.js')], { env, cwd: join(root, 'test') });

/** Obtains a machine token, of the only client unless another one is named. */
export const machineToken = async (apiUrl: string, clientId = 'acme'): Promise<string> => {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  const answer = await fetch(`${apiUrl}/api/auth/token`, { method: 'POST', body });
  const issued: unknown = await answer.json();
  const token: unknown = typeof issued === 'object' && issued !== null ? Reflect.get(issued, 'access_token') : null;
  if (typeof token !== 'string') throw new Error(`no token was issued: ${answer.status}`);
  return token;
};
