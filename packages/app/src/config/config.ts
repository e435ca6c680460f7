import { E, type Either } from '@portcullis/domain';
import { defaultConsentTexts } from '@portcullis/domain/checks';
import { isLoopbackHost, type Scope, scopes } from '@portcullis/domain/kernel';
import { clientVariableFaults } from './client-variables.ts';
import { type ConfiguredKeys, obtainDataKeys } from './data-keys.ts';
import { originsBelow, withAddresses } from './domain.ts';
import {
  type ConfigFault,
  type Environment,
  readVariables,
  recordFaults,
  testVariableNames,
  type Variables,
  variableNames,
} from './environment.ts';
import { toFilesConfig } from './files.ts';
import { trimmedValues, trimWarnings } from './given-values.ts';
import { limitConflicts, toConfiguredLimits } from './limits.ts';
import { misspelt } from './misspelt.ts';
import { type ConfiguredClient, signingSecretReuse } from './secrets.ts';
import { staffFaults, toStaffConfig } from './staff.ts';
import { choiceFaults, vendorAccounts, vendorFaults } from './vendors/table.ts';
import { configWarnings, isProduction } from './warnings.ts';

export type { ConfigFault, Environment } from './environment.ts';

/** The audience of tokens where none is configured. */
const defaultAudience = 'portcullis';

/** The names by which clients know the token endpoint (RFC 7523 section 3). */
const assertionAudiences = (env: Variables): readonly string[] => [
  ...new Set([
    env.JWT_ISSUER ?? env.CLIENT_URL,
    ...(env.PUBLIC_URL ? [env.PUBLIC_URL, `${env.PUBLIC_URL}/api/auth/token`] : []),
  ]),
];

/**
 * Other signers of tokens may name this service by either of its addresses. Where the operator names one of the two,
 * the other one is accepted too, so that nobody is refused while that is changed.
 */
const otherIssuers = ({ CLIENT_URL, PUBLIC_URL }: Variables, issuer: string): readonly string[] => {
  const addresses = [PUBLIC_URL ?? CLIENT_URL, CLIENT_URL];
  if (!addresses.includes(issuer.replace(/\/+$/, ''))) return [];
  return [...new Set(addresses)].filter((other) => other !== issuer);
};

/**
 * Tokens of our own always have an issuer and an audience: those of another deployment are refused, although they are
 * signed with the same secret. The issuer is the one that the metadata of the authorization server name (RFC 8414).
 * Those that another party signs must have what is set, and only that.
 */
const toTokenConfig = (env: Variables, clients: readonly ConfiguredClient[]) => {
  const issuer = env.JWT_ISSUER ?? env.PUBLIC_URL ?? env.CLIENT_URL;
  const unchecked = { iss: env.JWT_ISSUER === undefined, aud: env.JWT_AUDIENCE === undefined };
  return {
    secret: env.JWT_SECRET,
    /** A second secret that verifies tokens. */
    verifySecret: env.JWT_VERIFY_SECRET ?? null,
    issuer,
    /** Other issuers that tokens may have. */
    otherIssuers: otherIssuers(env, issuer),
    audience: env.JWT_AUDIENCE ?? defaultAudience,
    /** The claims that are not compared in tokens that another party signs. */
    uncheckedElsewhere: (['iss', 'aud'] as const).filter((claim) => unchecked[claim]),
    /** The names of this service in the assertions of clients. */
    assertionAudiences: env.JWT_ASSERTION_AUDIENCES ?? assertionAudiences(env),
    /** Whether tokens are accepted of clients that are not configured. */
    unregisteredClients: env.JWT_UNREGISTERED_CLIENTS ?? (clients.length === 0 ? 'accept' : 'minted_elsewhere'),
    ttlSeconds: env.JWT_TTL_SECONDS ?? 3600,
    flowTtlSeconds: env.FLOW_TOKEN_TTL_SECONDS ?? 3600,
    clients,
  };
};

const toConfig = (env: Variables, clients: readonly ConfiguredClient[], dataKeys: ConfiguredKeys) => ({
  environment: env.NODE_ENV ?? 'production',
  logLevel: env.LOG_LEVEL ?? 'info',
  api: { host: env.HOST ?? '0.0.0.0', port: env.PORT ?? 8000 },
  management: {
    host: env.MANAGEMENT_HOST ?? '127.0.0.1',
    port: env.MANAGEMENT_PORT ?? 9000,
    /** Names by which it may be asked, beside those of this machine. */
    allowedHosts: env.MANAGEMENT_ALLOWED_HOSTS ?? [],
  },
  startupTimeoutSeconds: env.STARTUP_TIMEOUT_SECONDS ?? 60,
  /** How long the service still accepts requests after the signal to stop. */
  stopDrainSeconds: env.STOP_DRAIN_SECONDS ?? 3,
  /** How long the requests in flight have after that. */
  stopRequestSeconds: env.STOP_REQUEST_SECONDS ?? 20,
  database: {
    url: env.DATABASE_URL,
    email: env.DB_USER_EMAIL,
    password: env.DB_USER_PASSWORD,
    /** The installation that the database must be of; `null`: the one that the first look finds. */
    installation: env.DATABASE_INSTALLATION_ID ?? null,
  },
  /** The object store of files; `null`: their bytes are in the database. */
  files: toFilesConfig(env),
  tokens: toTokenConfig(env, clients),
  web: {
    clientUrl: env.CLIENT_URL,
    allowedOrigins: env.ALLOWED_ORIGINS ?? [],
    /** The origins of the page and of the console below `DOMAIN`. */
    domainOrigins: originsBelow(env.DOMAIN),
    /** The address under which clients reach the API; `null` where it is not configured. */
    publicUrl: env.PUBLIC_URL ?? null,
  },
  /** `null` where it is not known under which address staff reach the service: then nobody of them signs in. */
  staff: toStaffConfig(env),
  /** The accounts at the vendors; `null` where nothing that is chosen uses one. */
  ...vendorAccounts(env),
  providers: {
    /** Runs liveness sessions, and issues the credentials for them. */
    liveness: env.LIVENESS_PROVIDER ?? 'aws',
    faces: env.FACE_PROVIDER ?? 'aws',
    devices: env.DEVICE_PROVIDER ?? 'fingerprint',
  },
  /** Whether published specimens are accepted: with a stand-in for the document AI alone, so never in production. */
  specimens: env.AI_ENDPOINT_URL !== undefined,
  livenessThreshold: env.FACE_LIVENESS_THRESHOLD ?? 75,
  /** The reader of documents: the AI model, the local reader, or both with their readings compared. */
  documentReader: env.DOCUMENT_READER ?? 'ai',
  /** A shorter deadline of the calls to vendors; `null` outside of tests. */
  vendorDeadlineMs: env.VENDOR_DEADLINE_MS ?? null,
  /** The texts to which people consent, the newest last. */
  consentTexts: env.CONSENT_VERSIONS ?? defaultConsentTexts,
  limits: toConfiguredLimits(env),
  dataKeys,
  /** The key that signs the heads of the log; without one they are not signed. */
  ledger: { signingKey: env.LEDGER_SIGNING_KEY ?? null },
  /** Whether webhooks may go without TLS, and the networks that they may go to although they are not public. */
  webhooks: { allowHttp: env.WEBHOOK_ALLOW_HTTP === 'true', allowedNetworks: env.WEBHOOK_ALLOW_NETWORKS ?? [] },
  /** A folder on the volume of the database, where this machine has it; its free space is a metric. */
  databaseDir: env.DATABASE_DIR ?? null,
  /** How many days the lines of the access log are kept. */
  accessLogDays: env.ACCESS_LOG_DAYS ?? 400,
});

/**
 * The whole configuration, parsed and typed. A threshold is a number from 0 to 100; every other unit is in the name.
 */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** A valid configuration, and the warnings that its operator should see. */
export type LoadedConfig = { readonly config: Config; readonly warnings: readonly ConfigFault[] };

const portConflicts = (env: Variables): readonly ConfigFault[] =>
  env.PORT !== 0 && (env.PORT ?? 8000) === (env.MANAGEMENT_PORT ?? 9000)
    ? [{ name: 'MANAGEMENT_PORT', rule: 'must be another port than PORT' }]
    : [];

/** In production no variable may redirect biometric data, or let another server pose as a vendor. */
const productionFaults = (env: Environment): readonly ConfigFault[] => {
  if (env['NODE_ENV'] === 'development' || env['NODE_ENV'] === 'test') return [];
  const set = testVariableNames.filter((name) => env[name] !== undefined && env[name] !== '');
  const faults = set.map((name) => ({ name, rule: 'must not be set unless NODE_ENV is development or test' }));
  const unchecked = { name: 'NODE_TLS_REJECT_UNAUTHORIZED', rule: 'must not be 0: the vendors could be anybody' };
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [...faults, unchecked] : faults;
};

/** In production a page of this machine is another one for each person. */
const localRedirects = (env: Variables, clients: readonly ConfiguredClient[]): readonly ConfigFault[] => {
  const isLocal = (origin: string): boolean => isLoopbackHost(new URL(origin).hostname);
  if (!isProduction(env) || !clients.some(({ redirectOrigins = [] }) => redirectOrigins.some(isLocal))) return [];
  const name = env.JWT_CLIENTS_JSON ? 'JWT_CLIENTS_JSON' : 'JWT_CLIENT_REDIRECT_ORIGINS';
  return [{ name, rule: 'must not send people to this machine (localhost) in production' }];
};

const namedScopes: readonly Scope[] = ['profiles:erase', 'reviews:write', 'ledger:read', 'access-log:read'];

/**
 * The scopes of a client that names none: everything except erasures, reviews, the heads of the log, which show how
 * many entries all partners together have, and who has looked at what. A client must name these.
 */
const defaultScopes: readonly Scope[] = scopes.filter((scope) => !namedScopes.includes(scope));

const configuredClients = (env: Variables): readonly ConfiguredClient[] => {
  const { JWT_CLIENT_ID: id, JWT_CLIENT_SECRET: secret, JWT_CLIENT_PARTNER_ID: partner } = env;
  if (id === undefined || secret === undefined || partner === undefined) return env.JWT_CLIENTS_JSON ?? [];
  return [
    {
      clientId: id,
      clientSecret: secret,
      tenant: { partnerId: partner, teamId: env.JWT_CLIENT_TEAM_ID ?? null },
      scopes: env.JWT_CLIENT_SCOPES ?? defaultScopes,
      ...(env.JWT_CLIENT_REDIRECT_ORIGINS && { redirectOrigins: env.JWT_CLIENT_REDIRECT_ORIGINS }),
    },
  ];
};

/**
 * Reads the environment once, at start. Returns all faults together. A fault has the variable's name and the rule that
 * it breaks, and never the value.
 */
export const readConfig = (given: Environment): Either<readonly ConfigFault[], LoadedConfig> => {
  const env = withAddresses(trimmedValues(given));
  const read = readVariables(env);
  const slips = misspelt(given, variableNames);
  if (E.isLeft(read))
    return E.left([
      ...read.left,
      ...recordFaults(env),
      ...clientVariableFaults(env),
      ...productionFaults(env),
      ...slips,
    ]);
  const clients = configuredClients(read.right);
  const apart = [portConflicts, choiceFaults, vendorFaults, limitConflicts, staffFaults].flatMap((of) =>
    of(read.right),
  );
  const dataKeys = obtainDataKeys(read.right, true);
  const faults = [
    ...(E.isLeft(dataKeys) ? [dataKeys.left] : []),
    ...recordFaults(env),
    ...clientVariableFaults(env),
    ...apart,
    ...productionFaults(env),
    ...signingSecretReuse(read.right, clients),
    ...localRedirects(read.right, clients),
  ];
  if (E.isLeft(dataKeys) || faults.length > 0) return E.left(faults);
  return E.right({
    config: toConfig(read.right, clients, dataKeys.right),
    warnings: [...slips, ...trimWarnings(given, variableNames), ...configWarnings(read.right, clients, dataKeys.right)],
  });
};
