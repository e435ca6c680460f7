import { type Config, readConfig } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { scopes } from '@portcullis/domain/kernel';
import { sandboxError } from './sandbox-error.ts';
import type { SandboxSecrets } from './secrets.ts';

/** A sandbox can only be reached from this machine. */
export const sandboxHost = '127.0.0.1';

type ListenOptions = {
  readonly port: number;
  readonly managementPort?: number | undefined;
  readonly logLevel?: Config['logLevel'] | undefined;
  readonly clientsJson?: string | null | undefined;
  readonly clientUrl?: string | undefined;
  readonly domain?: string | undefined;
};

/** The built-in client, which may do everything for the partner `sandbox`, unless others take its place, or none. */
const clientVariables = ({ clientsJson }: ListenOptions, { client_id, client_secret }: SandboxSecrets) => {
  if (clientsJson === null) return {};
  const builtIn = { client_id, client_secret, partner_id: 'sandbox', scopes };
  return { JWT_CLIENTS_JSON: clientsJson ?? JSON.stringify([builtIn]) };
};

/** Links lead to the page that the sandbox itself serves; with port 0, at the port that it then has. */
const addressVariables = ({ clientUrl, domain, port }: ListenOptions) => {
  if (domain !== undefined) return { DOMAIN: domain };
  const own = `http://${sandboxHost}:${port}`;
  return { CLIENT_URL: clientUrl ?? own, CONSOLE_URL: own };
};

/** The sandbox uses the same configuration codec as production. The keys of simulated vendors are placeholders. */
export const sandboxConfig = (options: ListenOptions, secrets: SandboxSecrets, databaseUrl: string): Config => {
  const read = readConfig({
    NODE_ENV: 'development',
    LOG_LEVEL: options.logLevel ?? 'info',
    HOST: sandboxHost,
    PORT: String(options.port),
    MANAGEMENT_HOST: sandboxHost,
    MANAGEMENT_PORT: String(options.managementPort ?? 0),
    STARTUP_TIMEOUT_SECONDS: '15',
    // There is no load balancer to wait for, and a user waits for the sandbox to stop.
    STOP_DRAIN_SECONDS: '0',
    DATABASE_URL: databaseUrl,
    DB_USER_EMAIL: secrets.database_email,
    DB_USER_PASSWORD: secrets.database_password,
    JWT_SECRET: secrets.jwt_secret,
    JWT_TTL_SECONDS: '86400',
    FLOW_TOKEN_TTL_SECONDS: '86400',
    ...clientVariables(options, secrets),
    // The tokens of a client that was switched off are refused, also where no other one is left.
    JWT_UNREGISTERED_CLIENTS: 'minted_elsewhere',
    DATA_KEYS: secrets.data_keys,
    LEDGER_SIGNING_KEY: secrets.ledger_signing_key,
    ...addressVariables(options),
    CLOUD_REGION: 'eu-west-1',
    CLOUD_ACCESS_KEY_ID: 'simulated',
    CLOUD_SECRET_ACCESS_KEY: 'simulated',
    DOCUMENT_READER: 'local',
    FINGERPRINT_SECRET_KEY: 'simulated',
    FACE_LIVENESS_THRESHOLD: '75',
    // Webhooks go to a program beside the sandbox, which has no certificate.
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8,::1',
    // Rate limits must not get in the way of experiments and tests.
    LIMIT_CLIENT_PER_MINUTE: '1000000',
    LIMIT_FLOW_PER_MINUTE: '1000000',
    LIMIT_TOKEN_PER_MINUTE: '1000000',
  });
  if (E.isRight(read)) return read.right.config;
  throw sandboxError(
    `The sandbox cannot be configured: ${read.left.map(({ name, rule }) => `${name} ${rule}`).join('; ')}.`,
  );
};
