import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createLogger,
  type Logger,
  listen,
  logFile,
  type RunningService,
  type SharedAdapters,
  startService,
} from '@portcullis/app';
import type { Config, Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { anotherBuild } from '@portcullis/record-store/driver';
import { writeForOwner } from '../command/owner-file.ts';
import { followAheadMs } from './clock-file.ts';
import { type SandboxDatabase, type SandboxDatabaseName, startDatabase } from './database.ts';
import { ownClient } from './own-client.ts';
import { claimPidFile, runningPid, stopRecordedProcess, writePidFile } from './pid-file.ts';
import { sandboxConfig, sandboxHost } from './sandbox-config.ts';
import { sandboxError } from './sandbox-error.ts';
import { anotherBuildOf, clearFolder, ensureFolder, loadSecrets } from './secrets.ts';
import { type SandboxStaff, seedStaff } from './staff-login.ts';

export type SandboxOptions = {
  /** The folder of its data and secrets; created if missing, reused otherwise. */
  readonly folder: string;
  /** The port of the API; 0 takes a free one. */
  readonly port: number;
  /** The port of the private listener; a free one by default. */
  readonly managementPort?: number | undefined;
  /** Whether what the folder holds is removed first. */
  readonly isFresh?: boolean | undefined;
  /** PocketBase by default. Each database has its own data in the folder. */
  readonly database?: SandboxDatabaseName | undefined;
  readonly pocketbaseBinary?: string | undefined;
  /** The folder of the programs of PostgreSQL; those of npm's package or of Debian by default. */
  readonly postgresPrograms?: string | undefined;
  readonly logLevel?: Config['logLevel'] | undefined;
  /** Clients in place of the built-in one, in the form of `JWT_CLIENTS_JSON`; `null`: none. */
  readonly clientsJson?: string | null | undefined;
  /** The base of verification URLs; the sandbox itself by default. */
  readonly clientUrl?: string | undefined;
  /** The domain of the proxy before it, as `DOMAIN` names it; nothing stands before it by default. */
  readonly domain?: string | undefined;
  /** Somebody who can sign in at the console, with new secrets; nobody by default. */
  readonly member?: SandboxStaff | undefined;
  /** The adapters that several sandboxes of one program share; a sandbox has its own by default. */
  readonly shared?: SharedAdapters | undefined;
};

/**
 * The values that a script needs, as in `sandbox.json`. `token` is a machine token of the client with all of its
 * scopes, which is valid for a day. All three are empty texts where no client has a secret in clear.
 */
export type SandboxInfo = {
  readonly base_url: string;
  readonly management_url: string;
  readonly database_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly token: string;
};

/** How a member of staff signs in. In a sandbox alone the second factor may be left out. */
type StaffLogin = {
  readonly username: string;
  readonly password: string;
  readonly otpauth: string;
};

export type RunningSandbox = {
  readonly info: SandboxInfo;
  readonly staff: StaffLogin | null;
  /** The variables by which a command opens its database. */
  readonly records: Environment;
  /** Stops the API, then its database, in less than 5 seconds. A second call returns the result of the first. */
  readonly stop: () => Promise<void>;
  /** Resolves when the database has ended, by `stop` or by itself. */
  readonly databaseEnded: Promise<void>;
};

const stopRequestsMs = 2500;

const listenError = (cause: unknown): Error => {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const port: unknown = cause instanceof Error ? Reflect.get(cause, 'port') : undefined;
  if (code === 'EADDRINUSE')
    return sandboxError(`Port ${port} is in use. Choose another one: PORT=8001 npm run sandbox`);
  if (code === 'EACCES') return sandboxError(`Port ${port} may not be used by this account. Choose one above 1023.`);
  return cause instanceof Error ? cause : new Error('the port cannot be used', { cause });
};

/** Checks the port before anything is started or written. */
const assertPortFree = async (port: number): Promise<void> => {
  const probe = await listen(() => undefined, { host: sandboxHost, port }).catch((cause: unknown) => {
    throw listenError(cause);
  });
  await probe.stop(0);
};

type Credentials = Pick<SandboxInfo, 'client_id' | 'client_secret' | 'token'>;

/** The first client that has a secret in clear, with a token. */
const issueCredentials = async (baseUrl: string, { tokens }: Config): Promise<Credentials> => {
  const configured = tokens.clients.find((one) => 'clientSecret' in one);
  if (configured === undefined || !('clientSecret' in configured))
    return { client_id: '', client_secret: '', token: '' };
  const { clientId, clientSecret } = configured;
  const issued = await ownClient({ baseUrl, clientId, clientSecret }).tokens.issue({});
  if (issued.ok) return { client_id: clientId, client_secret: clientSecret, token: issued.value.access_token };
  throw sandboxError(`The sandbox does not issue tokens (${issued.problem.detail ?? issued.problem.code}).`);
};

const assertReady = async ({ ready }: RunningService, folder: string): Promise<void> => {
  const outcome = await ready;
  if (E.isRight(outcome)) return;
  if (outcome.left.kind === 'stopped') throw sandboxError('The sandbox was stopped.');
  if (outcome.left.kind === 'schema' && outcome.left.faults.includes(anotherBuild)) throw anotherBuildOf(folder);
  if (outcome.left.kind !== 'schema') throw sandboxError('The sandbox database does not answer.');
  throw sandboxError(
    `The sandbox database is not as it must be: ${outcome.left.faults.map(({ what }) => what).join(' ')}`,
  );
};

type StartedParts = {
  readonly database: SandboxDatabase;
  readonly service: RunningService;
  readonly info: SandboxInfo;
  readonly staff: StaffLogin | null;
  readonly records: Environment;
};

const makeLogin = async (records: Environment, member: SandboxStaff): Promise<StaffLogin> => {
  const { account, secrets } = await seedStaff(records, member);
  return { username: account.username, password: secrets.password, otpauth: secrets.otpauth };
};

const databasePidFile = (folder: string, name: SandboxDatabaseName): string => join(folder, `${name}.pid`);

/** Starts the parts in order; if one fails, those before it are stopped again. */
const startParts = async (options: SandboxOptions, folder: string, logger: Logger): Promise<StartedParts> => {
  if (options.isFresh) clearFolder(folder);
  const secrets = loadSecrets(folder);
  const name = options.database ?? 'pocketbase';
  const pidFile = databasePidFile(folder, name);
  await stopRecordedProcess(pidFile);
  const onSpawn = (pid: number): void => writePidFile(pidFile, pid);
  const database = await startDatabase(name, { ...options, folder, onSpawn }, secrets);
  let service: RunningService | null = null;
  try {
    const config = sandboxConfig(options, secrets, database.connectionUrl);
    const shared = { ...options.shared, aheadMs: followAheadMs(folder) };
    service = await startService(config, 'sandbox', logger, shared).catch((cause: unknown) => {
      throw listenError(cause);
    });
    await assertReady(service, folder);
    const base_url = `http://${sandboxHost}:${service.api.port}`;
    const info = {
      base_url,
      management_url: `http://${sandboxHost}:${service.management.port}`,
      database_url: database.url,
      ...(await issueCredentials(base_url, config)),
    };
    const records = {
      DATABASE_URL: database.connectionUrl,
      DB_USER_EMAIL: secrets.database_email,
      DB_USER_PASSWORD: secrets.database_password,
      DATA_KEYS: secrets.data_keys,
    };
    const staff = options.member === undefined ? null : await makeLogin(records, options.member);
    writeForOwner(join(folder, 'sandbox.json'), staff === null ? info : { ...info, staff });
    return { database, service, info, staff, records };
  } catch (cause) {
    await service?.stop(0);
    await database.stop();
    throw cause;
  }
};

const lockFolder = (folder: string): (() => void) => {
  ensureFolder(folder);
  const file = join(folder, 'sandbox.pid');
  const owner = claimPidFile(file);
  if (owner !== null) {
    throw sandboxError(
      `A sandbox is already running on ${folder} (process ${owner}). Use that one, or set SANDBOX_DIR to another folder.`,
    );
  }
  return () => {
    if (runningPid(file) === process.pid) rmSync(file, { force: true });
  };
};

/**
 * Starts a complete Portcullis on this machine: a real record database as a child process, the API on top of it, real
 * document reading and simulated vendors. Everything it stores is in one folder. If it cannot start, it rejects with a
 * sentence for the person who started it, and nothing is left running.
 */
export const startSandbox = async (options: SandboxOptions): Promise<RunningSandbox> => {
  const folder = resolve(options.folder);
  if (options.port !== 0) await assertPortFree(options.port);
  const leaveFolder = lockFolder(folder);
  const logger = createLogger(options.logLevel ?? 'info', logFile(join(folder, 'log.jsonl')));
  const { database, service, info, staff, records } = await startParts(options, folder, logger).catch(
    async (cause: unknown) => {
      await logger.flush();
      leaveFolder();
      throw cause;
    },
  );
  const stop = async (): Promise<void> => {
    await service.stop(stopRequestsMs);
    await database.stop();
    rmSync(databasePidFile(folder, options.database ?? 'pocketbase'), { force: true });
    leaveFolder();
  };
  let stopped: Promise<void> | null = null;
  return {
    info,
    staff,
    records,
    databaseEnded: database.exited.then(() => undefined),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
