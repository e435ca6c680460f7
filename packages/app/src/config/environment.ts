import { E, type Either } from '@portcullis/domain';
import { type DecodeFault, decode, placeOf, t } from '@portcullis/domain/kernel';
import { ClientsJson, SandboxClientsJson, SingleClient } from './clients.ts';
import { DataKeys } from './codecs/keyring.ts';
import { ObjectUrl } from './codecs/object-url.ts';
import {
  BaseUrl,
  choiceOf,
  DatabaseUrl,
  Email,
  EndpointUrl,
  FilePath,
  Folder,
  Host,
  HostNames,
  InstallationId,
  NonEmptyText,
  Origins,
  SingleWord,
  SomeNetworks,
  WordList,
  wholeNumber,
} from './codecs/values.ts';
import { ConsentTextsJson } from './consent-texts.ts';
import { type ConfiguredKeys, obtainDataKeys } from './data-keys.ts';
import { Domain } from './domain.ts';
import { quoteFaults, trimmedValues } from './given-values.ts';
import { limitVariables } from './limits.ts';
import { misspelt } from './misspelt.ts';
import { postgresAddressRules } from './postgres-address.ts';
import { SigningSecret } from './secrets.ts';
import { LedgerSigningKey } from './signing-key.ts';
import { providerChoices, requiredByChoice, vendorVariables } from './vendors/table.ts';

/** The process environment, as Node provides it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One fault of the configuration: the variable's name and the rule that it breaks, and never its value. */
export type ConfigFault = { readonly name: string; readonly rule: string };

/** The account of a PocketBase. A PostgreSQL has it in its address. */
const accountVariables = { DB_USER_EMAIL: Email, DB_USER_PASSWORD: NonEmptyText };
const databaseVariables = { DATABASE_URL: DatabaseUrl, ...accountVariables };

const alwaysRequired = {
  ...databaseVariables,
  JWT_SECRET: SigningSecret,
  CLIENT_URL: BaseUrl,
};

/** The variables that are always required, and those that a provider cannot do without. */
const requiredVariables = { ...alwaysRequired, ...vendorVariables.required };

export type RequiredVariable = keyof typeof requiredVariables;

const optionalVariables = {
  JWT_VERIFY_SECRET: SigningSecret,
  JWT_ISSUER: SingleWord,
  JWT_AUDIENCE: SingleWord,
  JWT_ASSERTION_AUDIENCES: WordList,
  JWT_UNREGISTERED_CLIENTS: choiceOf(['accept', 'minted_elsewhere', 'refuse']),
  JWT_TTL_SECONDS: wholeNumber(60, 86_400),
  FLOW_TOKEN_TTL_SECONDS: wholeNumber(60, 86_400),
  JWT_CLIENTS_JSON: ClientsJson,
  JWT_CLIENT_ID: SingleClient.id,
  JWT_CLIENT_SECRET: SingleClient.secret,
  JWT_CLIENT_PARTNER_ID: SingleClient.tenant,
  JWT_CLIENT_TEAM_ID: SingleClient.tenant,
  JWT_CLIENT_SCOPES: SingleClient.scopes,
  JWT_CLIENT_REDIRECT_ORIGINS: SingleClient.redirectOrigins,
  DOMAIN: Domain,
  ALLOWED_ORIGINS: Origins,
  PUBLIC_URL: BaseUrl,
  CONSOLE_URL: BaseUrl,
  STAFF_OPENID_ISSUER: EndpointUrl,
  STAFF_OPENID_CLIENT_ID: SingleWord,
  STAFF_OPENID_CLIENT_SECRET: SingleWord,
  STAFF_OPENID_ROLES_CLAIM: SingleWord,
  STAFF_OPENID_PARTNER_CLAIM: SingleWord,
  STAFF_OPENID_TEAM_CLAIM: SingleWord,
  ...vendorVariables.optional,
  LIVENESS_PROVIDER: choiceOf(providerChoices.LIVENESS_PROVIDER),
  FACE_PROVIDER: choiceOf(providerChoices.FACE_PROVIDER),
  AI_PROVIDER: choiceOf(providerChoices.AI_PROVIDER),
  DEVICE_PROVIDER: choiceOf(providerChoices.DEVICE_PROVIDER),
  FACE_LIVENESS_THRESHOLD: wholeNumber(0, 100),
  DOCUMENT_READER: choiceOf(['ai', 'local', 'both']),
  PORT: wholeNumber(0, 65_535),
  HOST: Host,
  MANAGEMENT_PORT: wholeNumber(0, 65_535),
  MANAGEMENT_HOST: Host,
  MANAGEMENT_ALLOWED_HOSTS: HostNames,
  CONSENT_VERSIONS: ConsentTextsJson,
  DATA_KEYS: DataKeys,
  DATA_KEYS_FILE: FilePath,
  DATABASE_INSTALLATION_ID: InstallationId,
  FILES_URL: ObjectUrl,
  FILES_ACCESS_KEY_ID: SingleWord,
  FILES_SECRET_ACCESS_KEY: SingleWord,
  LEDGER_SIGNING_KEY: LedgerSigningKey,
  DATABASE_DIR: Folder,
  ACCESS_LOG_DAYS: wholeNumber(1, 3650),
  WEBHOOK_ALLOW_HTTP: choiceOf(['true', 'false']),
  WEBHOOK_ALLOW_NETWORKS: SomeNetworks,
  LOG_LEVEL: choiceOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  NODE_ENV: choiceOf(['production', 'development', 'test']),
  STARTUP_TIMEOUT_SECONDS: wholeNumber(0, 3600),
  STOP_DRAIN_SECONDS: wholeNumber(0, 300),
  STOP_REQUEST_SECONDS: wholeNumber(1, 300),
  ...limitVariables,
};

/** Variables for tests, forbidden in production: they redirect calls to vendors, or shorten their deadlines. */
const testOnlyVariables = {
  ...vendorVariables.testOnly,
  VENDOR_DEADLINE_MS: wholeNumber(100, 60_000),
};
export const testVariableNames: readonly string[] = Object.keys(testOnlyVariables);

/** Every variable of the service. */
export const variableNames: readonly string[] = [
  ...Object.keys(requiredVariables),
  ...Object.keys(optionalVariables),
  ...testVariableNames,
];

const EnvironmentCodec = t.intersection([
  t.type(alwaysRequired),
  t.partial({ ...vendorVariables.required, ...optionalVariables }),
  t.partial(testOnlyVariables),
]);
export type Variables = t.TypeOf<typeof EnvironmentCodec>;

/** The variables of the sandbox; it generates every other value itself. */
const sandboxVariables = {
  SANDBOX_DIR: NonEmptyText,
  SANDBOX_CLIENTS_JSON: SandboxClientsJson,
  POCKETBASE_BIN: NonEmptyText,
  POSTGRES_BIN: NonEmptyText,
  CLIENT_URL: requiredVariables.CLIENT_URL,
  PORT: optionalVariables.PORT,
  MANAGEMENT_PORT: optionalVariables.MANAGEMENT_PORT,
  LOG_LEVEL: optionalVariables.LOG_LEVEL,
};
const SandboxCodec = t.partial(sandboxVariables);

/** The variables that tell, beside its address and account, how the record database is read. */
const recordVariables = {
  DATA_KEYS: optionalVariables.DATA_KEYS,
  DATA_KEYS_FILE: optionalVariables.DATA_KEYS_FILE,
  DATABASE_INSTALLATION_ID: optionalVariables.DATABASE_INSTALLATION_ID,
  FILES_URL: optionalVariables.FILES_URL,
  FILES_ACCESS_KEY_ID: optionalVariables.FILES_ACCESS_KEY_ID,
  FILES_SECRET_ACCESS_KEY: optionalVariables.FILES_SECRET_ACCESS_KEY,
};

/** The variables of the commands that read records, and of those that read the built-in policy. */
const DatabaseCodec = t.intersection([t.type(databaseVariables), t.partial(recordVariables)]);
const standardPolicyVariables = {
  FACE_LIVENESS_THRESHOLD: optionalVariables.FACE_LIVENESS_THRESHOLD,
  AI_ENDPOINT_URL: testOnlyVariables.AI_ENDPOINT_URL,
};
const StandardPolicyCodec = t.partial(standardPolicyVariables);

/** An empty variable counts as not set, because `NAME=` in an env file means that. */
const withoutEmpty = (env: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(names.map((name) => [name, env[name]]).filter(([, value]) => value !== undefined && value !== ''));

/** Writes the pointer `/JWT_CLIENTS_JSON/0/scopes/1` as `JWT_CLIENTS_JSON[0].scopes[1]`. */
const variablePath = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** The name of an unknown field is not repeated: the operator may have put a secret in the wrong place. */
const toConfigFault = (env: Environment, fault: DecodeFault): ConfigFault => {
  const { message } = fault;
  const name = variablePath(placeOf(fault));
  if (message.startsWith('unknown field')) return { name, rule: `has an ${message}` };
  const rule = message.replace(/^(is missing; )?expected /, '').replaceAll(' or expected ', ' or ');
  const missing = Object.hasOwn(requiredVariables, name) && env[name] === undefined;
  return { name, rule: `${missing ? 'is missing; it must be' : 'must be'} ${rule}` };
};

/** The account's stand-in where the address has one: there is no PocketBase, and its variables are not read. */
const accountInAddress = { DB_USER_EMAIL: 'in@the.address', DB_USER_PASSWORD: 'in the address' };

const withAccount = (env: Environment, names: readonly string[]): Environment =>
  names.includes('DB_USER_EMAIL') && /^\s*postgres(ql)?:/i.test(env['DATABASE_URL'] ?? '')
    ? { ...env, ...accountInAddress }
    : env;

const variablesReader =
  <A>(codec: t.Decoder<unknown, A>, names: readonly string[]) =>
  (env: Environment): Either<readonly ConfigFault[], A> => {
    const present = withAccount(withoutEmpty(trimmedValues(env), names), names);
    const decoded = decode(codec, present);
    if (E.isRight(decoded)) return decoded;
    const faults = decoded.left.map((fault) => toConfigFault(present, fault));
    // A variable that a chosen provider requires is read twice.
    return E.left([...new Map(faults.map((fault) => [`${fault.name} ${fault.rule}`, fault])).values()]);
  };

/** Reads every variable of the service, or returns all faults together. */
export const readVariables = (given: Environment): Either<readonly ConfigFault[], Variables> => {
  const chosen = withoutEmpty(trimmedValues(given), variableNames);
  const codec = t.intersection([EnvironmentCodec, t.type(requiredByChoice(chosen))]);
  return variablesReader(codec, variableNames)(given);
};

const readRecordVariables = variablesReader(DatabaseCodec, [
  ...Object.keys(databaseVariables),
  ...Object.keys(recordVariables),
]);

const filesKeyNames = ['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'] as const;

/**
 * An object store needs its keys. The rules look only at whether a variable is set, so they also apply to an invalid
 * environment.
 */
const filesFaults = (env: Environment): readonly ConfigFault[] => {
  const isMissing = (name: string): boolean => env[name] === undefined || env[name] === '';
  if (isMissing('FILES_URL'))
    return filesKeyNames
      .filter((name) => !isMissing(name))
      .map((name) => ({ name, rule: 'must not be set without FILES_URL' }));
  return filesKeyNames
    .filter(isMissing)
    .map((name) => ({ name, rule: 'is missing; it must be set together with FILES_URL' }));
};

const addressFaults = ({ DATABASE_URL: url = '' }: Environment): readonly ConfigFault[] =>
  postgresAddressRules(url).map((rule) => ({ name: 'DATABASE_URL', rule }));

/** A file of variables that another program has read with its byte order mark: its first variable would not count. */
const markedFaults = (env: Environment): readonly ConfigFault[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('\uFEFF'))
    .map((name) => ({
      name: name.slice(1),
      rule: 'has a byte order mark before its name: save the file that it is read from as UTF-8 without one',
    }));

/** Characters in a name that nobody sees, as a paste from a page leaves them. */
const unseen = /[\p{Cf}\p{Zs}\u3164\u2800]/gu;

const unseenFaults = (env: Environment): readonly ConfigFault[] =>
  Object.keys(env).flatMap((written) => {
    const name = written.replaceAll(unseen, '');
    const [found] = written.match(unseen) ?? [];
    if (found === undefined || written.startsWith('\uFEFF') || !variableNames.includes(name)) return [];
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return [{ name, rule: `has a character in its name that is not seen (U+${code}): write the name again` }];
  });

/** The faults of what the record database needs besides its own variables, also in an invalid environment. */
export const recordFaults = (env: Environment): readonly ConfigFault[] => [
  ...markedFaults(env),
  ...unseenFaults(env),
  ...quoteFaults(env, variableNames),
  ...filesFaults(env),
  ...addressFaults(env),
];

/** The variables of a record database, and the keys that decrypt its data. */
type RecordVariables = t.TypeOf<typeof DatabaseCodec> & { readonly dataKeys: ConfiguredKeys };

/** Reads the address and account of the record database, the keys that decrypt its data, and where its files are. */
export const readDatabaseVariables = (given: Environment): Either<readonly ConfigFault[], RecordVariables> => {
  const env = trimmedValues(given);
  const read = readRecordVariables(env);
  if (E.isLeft(read)) return E.left([...read.left, ...recordFaults(env), ...misspelt(env, variableNames)]);
  const dataKeys = obtainDataKeys(read.right, false);
  const faults = [...(E.isLeft(dataKeys) ? [dataKeys.left] : []), ...recordFaults(env)];
  return E.isLeft(dataKeys) || faults.length > 0
    ? E.left(faults)
    : E.right({ ...read.right, dataKeys: dataKeys.right });
};

/** Reads the variables that the built-in policy depends on. */
export const readStandardPolicyVariables = variablesReader(StandardPolicyCodec, Object.keys(standardPolicyVariables));

/** Reads the key that signs heads of the log. */
export const readLedgerVariables = variablesReader(t.partial({ LEDGER_SIGNING_KEY: LedgerSigningKey }), [
  'LEDGER_SIGNING_KEY',
]);

/** Reads the variables of the sandbox. */
export const readSandboxVariables = variablesReader(SandboxCodec, Object.keys(sandboxVariables));
