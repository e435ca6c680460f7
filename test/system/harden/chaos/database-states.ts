import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../support/servers/program.ts';
import { type Cell, harnessOf, holdMs, type Stage } from './cell.ts';

/** The service tries a small write every five seconds. */
const untilTried = async (stage: Stage): Promise<void> => {
  await sleep(Math.max(holdMs(stage), 8000));
};

/**
 * Leaves the disk no room. The journal of SQLite keeps its length, so that rows still find room in it. PostgreSQL ends
 * when its log finds none, and whoever looks after it starts it again.
 */
const fillDisk = (): Pick<Cell, 'inject' | 'during' | 'heal'> => {
  let makeRoom: () => void = () => undefined;
  return {
    inject: async ({ environment }) => {
      makeRoom = environment.database.fillDisk();
    },
    during: untilTried,
    heal: async ({ environment: { database }, note }) => {
      makeRoom();
      const hasEnded = !isAlive(database.pid());
      note('database ended', hasEnded ? 'yes' : 'no');
      if (hasEnded) await database.start();
    },
  };
};

const fullDisk: Cell = {
  name: 'full-disk',
  alert: 'PortcullisDatabaseDiskFull',
  logged: /"outage_cause":"disk_full"/,
  needs: { isDiskSmall: true },
  readiness: 'not_ready',
  ...fillDisk(),
  // A disk counts as full for so long after it had no room for something.
  staysOutMs: 15_000,
  isInShort: true,
};

/**
 * Makes SQLite refuse every write with the error of a read-only file. PocketBase writes on one connection: the
 * statement that changes nothing brings the setting to it.
 */
const refuseWritesOfPocketbase = async ({ environment }: Stage): Promise<void> => {
  const admin = await environment.database.admin();
  await admin.sql.run('DELETE FROM ledger WHERE 0; PRAGMA query_only = 1');
};

/** Makes PostgreSQL read-only for every session that begins, and ends those of the service. */
const refuseWritesOfPostgres = async ({ environment }: Stage): Promise<void> => {
  const tables = await environment.database.tables();
  await tables.query('alter database portcullis set default_transaction_read_only = on');
  await tables.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
};

const refuseWrites = (stage: Stage): Promise<void> =>
  stage.environment.database.engine === 'pocketbase' ? refuseWritesOfPocketbase(stage) : refuseWritesOfPostgres(stage);

/** Takes back what `refuseWrites` has changed. */
const allowWrites = async (stage: Stage): Promise<void> => {
  const { database } = stage.environment;
  if (database.engine === 'pocketbase') return restart(stage);
  const tables = await database.tables();
  await tables.query('set default_transaction_read_only = off');
  await tables.query('alter database portcullis reset default_transaction_read_only');
  await tables.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
};

const restart = async ({ environment }: Stage): Promise<void> => {
  await environment.database.stop();
  await environment.database.start();
};

const readOnly: Cell = {
  name: 'read-only-database',
  alert: 'PortcullisDatabaseReadOnly',
  logged: /"outage_cause":"(read_only|write_refused)"/,
  needs: {},
  readiness: 'not_ready',
  inject: refuseWrites,
  during: untilTried,
  heal: allowWrites,
  isInShort: false,
};

const rename = async ({ environment: { database } }: Stage, from: string, to: string): Promise<void> => {
  if (database.engine === 'postgres') {
    await (await database.tables()).query(`alter table "${from}" rename to "${to}"`);
    return;
  }
  const admin = await database.admin();
  await admin.collections.update(from, { name: to });
};

const collections = ['files', 'ledger', 'profiles', 'data_keys'] as const;

/** Each of some collections is missing for a while, as after a restore that left one out. */
const missingCollection: Cell = {
  name: 'missing-collection',
  alert: 'PortcullisCollectionMissing',
  logged: /"outage_cause":"missing_collection"/,
  needs: {},
  readiness: 'not_ready',
  inject: (stage) => rename(stage, 'files', 'files_gone'),
  during: async (stage) => {
    const missing = stage.size === 'short' ? collections.slice(0, 1) : collections;
    for (const [at, name] of missing.entries()) {
      const before = missing[at - 1];
      if (before !== undefined) {
        await rename(stage, `${before}_gone`, before);
        await rename(stage, name, `${name}_gone`);
      }
      await sleep(holdMs(stage) / missing.length);
    }
  },
  heal: async (stage) => {
    const last = (stage.size === 'short' ? collections[0] : collections.at(-1)) ?? 'files';
    await rename(stage, `${last}_gone`, last);
  },
  isInShort: false,
};

/** An empty database and one of an earlier moment take the place of the right one, at the same address. */
const swapped: Cell = {
  name: 'swapped-database',
  alert: 'PortcullisOtherDatabase',
  logged: /"outage_cause":"other_database"/,
  needs: {},
  readiness: 'not_ready',
  prepare: async ({ environment }) => {
    const { database } = environment;
    await database.stop();
    database.copyTo(database.folder('older'));
    await database.start();
    // The service counts on in the database every five seconds, by which an older state is known.
    await sleep(7000);
  },
  inject: async ({ environment }) => {
    const { database } = environment;
    await database.stop();
    await database.start(database.folder('empty'));
  },
  during: async (stage) => {
    const { database } = stage.environment;
    await sleep(holdMs(stage) / 2);
    await database.stop();
    await database.start(database.folder('older'));
    await sleep(holdMs(stage) / 2);
  },
  heal: restart,
  isInShort: false,
};

export const databaseStates = harnessOf(
  'database-states',
  'a database that cannot write, lacks a collection or is another one is not taken for the right one',
  [fullDisk, readOnly, missingCollection, swapped],
);
