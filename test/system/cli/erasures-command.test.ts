import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deterministicId } from '@portcullis/domain/kernel';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { holdCommand } from '#cli/commands/hold-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { anInsert, idOf } from '#contracts/builders/driver-rows';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { inFull } from '../../support/effort.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { erasureLine } from '../../support/records/erasure-list.ts';
import { deleteRow } from '../../support/records/record-database.ts';
import { storeRecords, storesWith } from '../../support/records/stored-records.ts';
import { root } from '../../support/repository/files.ts';
import { mustSucceed } from '../../support/run.ts';
import { useGates } from '../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { runCommand } from '../../support/services/commands.ts';

/** A database that was restored with people who were erased since. */
type Restored = { readonly driver: RecordDriver; readonly empty: () => Promise<void>; readonly env: Variables };

/** Defines a test that a quick run may leave out. */
type Define = (title: string, test: () => Promise<void>) => void;

/** Kills a command when it has erased the row of this profile, and nothing beside it. */
type KillBetween = (profileId: string, start: (changes: Variables) => Program) => Promise<void>;

const refusedServed =
  'A service works with the database, or did less than three minutes ago: it was killed, or the database was restored from a backup of that time. Stop every instance, and call this again; where none runs, wait three minutes first.';

const eraseAgainTests = (restored: () => Restored, killBetween: KillBetween, define: Define) => {
  let folder = '';
  let people: readonly string[] = [];
  const stores = () => storesWith(restored(), 'a');
  const list = (): string => join(folder, 'erasures');
  const apply = (changes: Variables = {}) =>
    runCommand(erasuresCommand, { ...restored().env, ...changes }, '--apply', list());
  const isErased = async (id: string): Promise<boolean> =>
    (await mustSucceed(stores().profiles.getAny(id))).redaction !== undefined;
  const keepLease = (until: string) => {
    const lease = { id: idOf(1), work: 'sweep', generation: 1, holder: 'somebody', held_until: until };
    return mustSucceed(restored().driver.transaction([anInsert('work_leases', lease)]));
  };
  const remainsOf = (id: string) => mustSucceed(stores().eraser.remainsOf(id));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-erasures-'));
    await restored().empty();
    await mustSucceed(() => stores().keys.prepare());
    people = (await storeRecords(stores(), 2)).kept.map(({ change }) => change.profile.id);
    const [anna = ''] = people;
    writeFileSync(list(), erasureLine({ id: anna }) + erasureLine({ id: 'neverstored1234' }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('erases again who is in it, records that, and leaves everybody else as they are', async () => {
    const [anna = '', ben = ''] = people;
    const before = await mustSucceed(stores().profiles.getAny(ben));
    expect(await apply()).to.deep.equal({
      code: 0,
      lines: ['2 in the list: 1 erased again, 0 erased before, 1 not in this database.'],
    });
    expect(await mustSucceed(stores().profiles.getAny(anna))).to.deep.include({ reference: '', salt: '' });
    expect(await remainsOf(anna)).to.deep.equal([]);
    expect(await mustSucceed(stores().profiles.getAny(ben))).to.deep.equal(before);
    const erased = await mustSucceed(stores().profiles.getAny(anna));
    expect(await apply()).to.deep.equal({
      code: 0,
      lines: ['2 in the list: 0 erased again, 1 erased before, 1 not in this database.'],
    });
    expect(await mustSucceed(stores().profiles.getAny(anna))).to.deep.equal(erased);
    const listed = await runCommand(erasuresCommand, restored().env, '--to', list());
    expect(listed).to.deep.equal({ code: 0, lines: [`${list()}: 2 erasures.`] });
  });

  define('is completed by another run where the first was killed in the middle', async () => {
    const [anna = ''] = people;
    await killBetween(anna, (changes) =>
      startProgram(join(root, 'packages/cli/bin/portcullis.mjs'), ['erasures', '--apply', list()], {
        env: { ...restored().env, ...changes },
        cwd: folder,
      }),
    );
    expect(await isErased(anna)).to.equal(true);
    expect(await remainsOf(anna)).to.include('data_keys');
    expect(await apply()).to.deep.equal({
      code: 0,
      lines: ['2 in the list: 1 erased again, 0 erased before, 1 not in this database.'],
    });
    expect(await remainsOf(anna)).to.deep.equal([]);
  });

  define('destroys everything of a person whose ledger lacks its last entry, and says so', async () => {
    const [anna = ''] = people;
    const { version } = await mustSucceed(stores().profiles.getAny(anna));
    await deleteRow(restored(), 'ledger', deterministicId(`ledger/${anna}/${version}`));
    const damaged = `The profile ${anna} is damaged: it was erased without being opened.`;
    expect(await apply()).to.deep.equal({
      code: 0,
      lines: [damaged, '2 in the list: 1 erased again, 0 erased before, 1 not in this database.'],
    });
    expect(await remainsOf(anna)).to.deep.equal([]);
    // The engine answers the blanked row as it was written.
    expect(await apply()).to.deep.equal({
      code: 0,
      lines: ['2 in the list: 0 erased again, 1 erased before, 1 not in this database.'],
    });
  });

  define('erases nobody without the keys, where a service works, or by a list that is none', async () => {
    const [anna = ''] = people;
    const locked = await apply({ DATA_KEYS: dataKeysText('stranger') });
    expect(locked.code).to.equal(1);
    expect(locked.lines.join(' ')).to.match(/sealed under the data key \w+, .*Add the key/);
    await keepLease('2999-01-01T00:00:00.000Z');
    expect(await apply()).to.deep.equal({ code: 1, lines: [refusedServed] });
    for (const none of ['no list\n', erasureLine({ id: '' }), erasureLine({ id: "x' OR 1=1" })]) {
      writeFileSync(list(), erasureLine({ id: anna }) + none);
      expect(await apply()).to.deep.equal({ code: 1, lines: ['Line 2 of the list of erasures is none.'] });
    }
    expect(await isErased(anna)).to.equal(false);
  });

  define(
    'takes the leases of a restored backup for those of a service, for three minutes after it was made',
    async () => {
      const leaseMs = 30_000;
      const madeAgo = (ms: number): string => new Date(Date.now() - ms + leaseMs).toISOString();
      await keepLease(madeAgo(100_000));
      expect(await apply()).to.deep.equal({ code: 1, lines: [refusedServed] });
      await restored().empty();
      await keepLease(madeAgo(180_000));
      expect((await apply()).lines).to.not.include(refusedServed);
    },
  );

  define('is a fault where it erases nobody, because it is empty or of another database', async () => {
    writeFileSync(list(), '');
    const empty = 'The list is empty: nobody would be erased by it. Compare it with the one that was kept.';
    expect(await apply()).to.deep.equal({ code: 1, lines: [empty] });
    writeFileSync(list(), erasureLine({ id: 'neverstored1234' }));
    const nobody =
      'Nobody in the list is in this database. It is the list of another one, or everybody in it came after the backup.';
    const counted = '1 in the list: 0 erased again, 0 erased before, 1 not in this database.';
    expect(await apply()).to.deep.equal({ code: 1, lines: [counted, nobody] });
  });

  define('says whose legal hold an erasure releases', async () => {
    const [anna = ''] = people;
    const held = await runCommand(holdCommand, restored().env, 'set', anna, '--by', 'j.doe');
    expect(held.code).to.equal(0);
    const { lines } = await apply();
    expect(lines).to.include(`The legal hold of the profile ${anna} is released by its erasure.`);
  });
};

describePostgres('a list of erasures, applied to a restored PostgreSQL', () => {
  const database = usePostgres();
  const restored = (): Restored => {
    const { driver, empty, url } = database();
    return { driver, empty, env: { DATABASE_URL: url, DATA_KEYS: dataKeysText('a') } };
  };

  /** The row of the key is locked, so that the command waits before it, when it has changed the row of the profile. */
  const killBetween: KillBetween = async (id, start) => {
    const { admin } = database();
    await admin.query('begin');
    await admin.query('select 1 from "data_keys" where "profile" = $1 for no key update', [id]);
    const program = start({});
    let hasEnded = false;
    void program.ended.then(() => {
      hasEnded = true;
    });
    // Within a transaction the list of sessions stays as it was first read.
    const blocked =
      'from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()';
    const waiting = async () => {
      await admin.query('select pg_stat_clear_snapshot()');
      return (await admin.query(`select l.pid ${blocked}`)).rows;
    };
    // Where nobody looked in time it has given up by itself, at the same place.
    while (!hasEnded && (await waiting()).length === 0) await nextTurn();
    await program.remove();
    // The server does not notice that nobody waits for this any more.
    await admin.query(`select pg_terminate_backend(l.pid) ${blocked}`);
    await admin.query('rollback');
  };

  eraseAgainTests(restored, killBetween, it);

  it('is purged by each run until the service has recorded that it is complete', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-erasures-'));
    await database().empty();
    const { kept } = await storeRecords(storesWith(database(), 'a'), 1);
    writeFileSync(join(folder, 'erasures'), kept.map(({ change }) => erasureLine(change.profile)).join(''));
    // A table that is written anew is another file.
    const fileOfKeys = async () =>
      (await database().admin.query(`select pg_relation_filenode('data_keys') as file`)).rows[0].file;
    const files = [await fileOfKeys()];
    for (const made of [1, 0]) {
      const applied = await runCommand(erasuresCommand, restored().env, '--apply', join(folder, 'erasures'));
      expect(applied).to.deep.equal({
        code: 0,
        lines: [`1 in the list: ${made} erased again, ${1 - made} erased before, 0 not in this database.`],
      });
      files.push(await fileOfKeys());
    }
    expect(new Set(files).size).to.equal(3);
    rmSync(folder, { recursive: true });
  });
});

describe('a list of erasures, applied to a restored PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const openGate = useGates();
  const restored = (): Restored => {
    const { driver, empty, url } = database();
    return { driver, empty, env: environmentOf(url, { DATA_KEYS: dataKeysText('a') }) };
  };

  /** Every write behind the one that changes the row of the profile waits for ever. */
  const killBetween: KillBetween = async (id, start) => {
    const never = new Promise<void>(() => undefined);
    let meet = (): void => undefined;
    const met = new Promise<'met'>((resolve) => {
      meet = () => resolve('met');
    });
    const look = async (): Promise<void> => {
      const { redaction } = await mustSucceed(storesWith(database(), 'a').profiles.getAny(id));
      if (!redaction) return;
      meet();
      await never;
    };
    const isWrite = (method: string, path: string): boolean =>
      method !== 'GET' && !path.endsWith('/auth-with-password');
    const gate = await openGate(database().url, (method, path) => (isWrite(method, path) ? look() : 'on'));
    const program = start({ DATABASE_URL: gate.url });
    expect(await Promise.race([met, program.ended.then(() => 'ended')]), program.printed()).to.equal('met');
    await program.remove();
  };

  eraseAgainTests(restored, killBetween, inFull);
});
