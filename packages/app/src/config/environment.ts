import { type DecodeFault, decode, E, type Either, t } from '@portcullis/domain';
import { ClientsJson, OneClient } from './clients.ts';
import { limitVariables } from './limits.ts';
import { SigningSecret } from './secrets.ts';
import {
  BaseUrl,
  DataKeys,
  Email,
  Host,
  LoopbackUrl,
  ModelName,
  Origins,
  Region,
  RoleArn,
  Secret,
  Word,
  wholeNumber,
  word,
} from './values.ts';

/** The process environment, as Node provides it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One fault of the configuration: the variable's name and the rule that it breaks, and never its value. */
export type ConfigFault = { readonly name: string; readonly rule: string };

const ofDatabase = {
  DATABASE_URL: BaseUrl,
  DB_USER_EMAIL: Email,
  DB_USER_PASSWORD: Secret,
};

const required = {
  ...ofDatabase,
  JWT_SECRET: SigningSecret,
  CLIENT_URL: BaseUrl,
  CLOUD_REGION: Region,
  CLOUD_ACCESS_KEY_ID: Word,
  CLOUD_SECRET_ACCESS_KEY: Word,
  AI_MODEL: ModelName,
  AI_API_KEY: Word,
  FINGERPRINT_SECRET_KEY: Word,
};

const optional = {
  JWT_ISSUER: Word,
  JWT_AUDIENCE: Word,
  JWT_TTL_SECONDS: wholeNumber(60, 86_400),
  FLOW_TOKEN_TTL_SECONDS: wholeNumber(60, 86_400),
  JWT_CLIENTS_JSON: ClientsJson,
  JWT_CLIENT_ID: OneClient.id,
  JWT_CLIENT_SECRET: OneClient.secret,
  JWT_CLIENT_PARTNER_ID: OneClient.tenant,
  JWT_CLIENT_TEAM_ID: OneClient.tenant,
  JWT_CLIENT_SCOPES: OneClient.scopes,
  ALLOWED_ORIGINS: Origins,
  CLOUD_LIVENESS_ROLE_ARN: RoleArn,
  FACE_LIVENESS_THRESHOLD: wholeNumber(0, 100),
  DOCUMENT_READER: word(['ai', 'local', 'both']),
  FINGERPRINT_REGION: word(['us', 'eu', 'ap']),
  PORT: wholeNumber(0, 65_535),
  HOST: Host,
  MANAGEMENT_PORT: wholeNumber(0, 65_535),
  MANAGEMENT_HOST: Host,
  DATA_KEYS: DataKeys,
  LOG_LEVEL: word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  NODE_ENV: word(['production', 'development', 'test']),
  STARTUP_TIMEOUT_SECONDS: wholeNumber(0, 3600),
  STOP_DRAIN_SECONDS: wholeNumber(0, 300),
  ...limitVariables,
};

/** Variables for tests, forbidden in production: they redirect calls to vendors, or shorten their deadlines. */
const forTests = {
  CLOUD_ENDPOINT_URL: LoopbackUrl,
  AI_ENDPOINT_URL: LoopbackUrl,
  FINGERPRINT_ENDPOINT_URL: LoopbackUrl,
  VENDOR_DEADLINE_MS: wholeNumber(100, 60_000),
};
export const testVariableNames: readonly string[] = Object.keys(forTests);

/** Every variable of the service. */
export const variableNames: readonly string[] = [
  ...Object.keys(required),
  ...Object.keys(optional),
  ...testVariableNames,
];

const EnvironmentCodec = t.intersection([t.type(required), t.partial(optional), t.partial(forTests)]);
export type Variables = t.TypeOf<typeof EnvironmentCodec>;

/** The variables of the sandbox; it generates every other value itself. */
const sandboxed = {
  SANDBOX_DIR: Secret,
  POCKETBASE_BIN: Secret,
  PORT: optional.PORT,
  MANAGEMENT_PORT: optional.MANAGEMENT_PORT,
  LOG_LEVEL: optional.LOG_LEVEL,
};
const SandboxCodec = t.partial(sandboxed);

/** The variables of the commands that read records, and of those that read the built-in policy. */
const DatabaseCodec = t.intersection([t.type(ofDatabase), t.partial({ DATA_KEYS: optional.DATA_KEYS })]);
const ofStandard = { FACE_LIVENESS_THRESHOLD: optional.FACE_LIVENESS_THRESHOLD };
const StandardCodec = t.partial(ofStandard);

/** An empty variable counts as not set, because `NAME=` in an env file means that. */
const settled = (env: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(names.map((name) => [name, env[name]]).filter(([, value]) => value !== undefined && value !== ''));

/** Writes the pointer `/JWT_CLIENTS_JSON/0/scopes/1` as `JWT_CLIENTS_JSON[0].scopes[1]`. */
const spoken = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** The name of an unknown field is not repeated: the operator may have put a secret in the wrong place. */
const faultOf = (env: Environment, { pointer, message }: DecodeFault): ConfigFault => {
  const name = spoken(pointer);
  if (message === 'unknown field')
    return { name: spoken(pointer.replace(/\/[^/]*$/, '')), rule: 'has an unknown field' };
  const rule = message.replace(/^expected /, '').replaceAll(' or expected ', ' or ');
  const missing = Object.hasOwn(required, name) && env[name] === undefined;
  return { name, rule: `${missing ? 'is missing; it must be' : 'must be'} ${rule}` };
};

const reader =
  <A>(codec: t.Decoder<unknown, A>, names: readonly string[]) =>
  (env: Environment): Either<readonly ConfigFault[], A> => {
    const present = settled(env, names);
    const decoded = decode(codec, present);
    return E.isRight(decoded) ? decoded : E.left(decoded.left.map((fault) => faultOf(present, fault)));
  };

/** Reads every variable of the service, or returns all faults together. */
export const readVariables = reader(EnvironmentCodec, variableNames);

/** Reads the address and account of the record database, and the keys that decrypt its data. */
export const readDatabaseVariables = reader(DatabaseCodec, [...Object.keys(ofDatabase), 'DATA_KEYS']);

/** Reads the variables that the built-in policy depends on. */
export const readStandardVariables = reader(StandardCodec, Object.keys(ofStandard));

/** Reads the variables of the sandbox. */
export const readSandboxVariables = reader(SandboxCodec, Object.keys(sandboxed));
