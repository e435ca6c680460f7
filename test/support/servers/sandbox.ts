import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { openRecords, type Records } from '#cli/command/open-records';
import type { RunningSandbox, SandboxInfo, SandboxOptions } from '#cli/sandbox/sandbox';
import type { EngineName } from './database-server.ts';
import { fillDataFolder } from './pocketbase.ts';
import { sharedAdapters } from './shared-adapters.ts';

/** A sandbox in this process, on free ports, with its data in a folder. */
export type TestSandbox = {
  readonly info: SandboxInfo;
  readonly folder: string;
  /** The variables by which a command opens its database. */
  readonly records: RunningSandbox['records'];
};
type OpenSandbox = TestSandbox & { readonly close: () => Promise<void> };

type Prepare = (folder: string) => void | Promise<void>;

type Addresses = Pick<SandboxOptions, 'clientUrl' | 'domain'>;

const open = async (prepare: Prepare, addresses: Addresses | undefined, database: EngineName): Promise<OpenSandbox> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-sandbox-'));
  // PostgreSQL runs as another account than root, which has to reach its own folder.
  if (database === 'postgres') chmodSync(folder, 0o711);
  await prepare(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const postgresPrograms = process.env['POSTGRES_BIN'];
  const options = {
    folder,
    port: 0,
    ...addresses,
    database,
    postgresPrograms,
    shared: sharedAdapters(),
  };
  const { info, records, stop }: RunningSandbox = await startSandbox(options).catch((cause: unknown) => {
    remove();
    throw cause;
  });
  return {
    info,
    folder,
    records,
    close: async () => {
      await stop();
      remove();
    },
  };
};

/** The data of a sandbox that was started once. */
const fillSandbox = (folder: string): Promise<void> => fillDataFolder(join(folder, 'pb_data'));

/**
 * Opens a sandbox for the enclosing suite, over what `prepare` has put into its folder, and removes it afterwards. Its
 * links lead to itself, or to the addresses that are asked for when it is opened. Its database is a PocketBase, or the
 * other one that is named.
 */
export const useSandbox = (
  prepare: Prepare = fillSandbox,
  addresses?: () => Addresses,
  database: EngineName = 'pocketbase',
): (() => TestSandbox) => {
  let opened: OpenSandbox | null = null;
  before('open a sandbox', async function () {
    this.timeout(60_000);
    opened = await open(prepare, addresses?.(), database);
  });
  after('close the sandbox', async function () {
    this.timeout(15_000);
    await opened?.close();
  });
  return () => {
    if (opened === null) throw new Error('the sandbox is open only while the suite runs');
    return opened;
  };
};

/** The stores over the database of a sandbox, beside those of its service. */
export const openedRecords = ({ records }: TestSandbox): Records => {
  const opened = openRecords(records);
  if (E.isLeft(opened)) throw new Error('the database of the sandbox cannot be opened');
  return opened.right;
};
