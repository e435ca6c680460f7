import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { migrationsDir, openRecordStore, startPocketbase } from '@portcullis/adapter-pocketbase';
import { silentLogger } from '@portcullis/app';
import { acme, aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { createReadiness } from '#app/telemetry/readiness';
import { schemaWatch } from '#app/watches/schema-watch';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { inFull } from '../../../support/effort.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from '../../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../../support/servers/production.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { suspend } from '../../../support/servers/suspend.ts';
import { runCommand } from '../../../support/services/commands.ts';

const binary = process.env['POCKETBASE_BIN'];
/**
 * Sets the connection with which PocketBase writes to read only: SQLite then fails as on a read-only disk. PocketBase
 * takes that connection for statements that begin with an UPDATE.
 */
const queryOnly = 'UPDATE installation SET writes = writes WHERE 1 = 0; PRAGMA query_only = 1';

const mountSmall = (folder: string): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder], { stdio: 'ignore' });
const unmount = (folder: string): void => void execFileSync('umount', [folder], { stdio: 'ignore' });

/** Whether this process may mount a file system, which a container without privileges may not. */
const mayMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-mount-'));
  try {
    mountSmall(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const fill = (folder: string): string => {
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, 'filler');
  writeFileSync(path, Buffer.alloc(bavail * bsize));
  return path;
};

/** Takes writes away from files that are open, as a file system does that has become read-only (EPERM, EROFS). */
const setImmutable = (paths: readonly string[], isImmutable: boolean): void =>
  void execFileSync('chattr', [isImmutable ? '+i' : '-i', ...paths], { stdio: 'ignore' });

/** Whether this process may do so, which needs a privilege and a file system with such a mark. */
const maySetImmutable = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-immutable-'));
  const path = join(folder, 'file');
  writeFileSync(path, '');
  try {
    setImmutable([path], true);
    setImmutable([path], false);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const soundClock = { isTrusted: () => true, isWrong: () => false } as const;

describe('the readiness of the record database', function () {
  this.timeout(60_000);
  let folder = '';
  let running: RunningPocketbase | null = null;

  const start = async (name: string, given?: number): Promise<string> => {
    const dataDir = join(folder, name);
    // Any other folder is one of another installation, or a copy.
    if (name === 'data') await fillDataFolder(dataDir);
    const port = given ?? (await freePort());
    running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir, port });
    return running.url;
  };
  const storesAt = (url: string) =>
    openRecordStore({ ...adminAccount, url, keyring: aKeyring(), ids: sequentialIds(), deadlineMs: 3000 });
  /** What `/readyz` says with these stores. */
  const readyzOf = (records: ReturnType<typeof storesAt>) => {
    const readiness = createReadiness(records.healthProbe, () => ({}), soundClock);
    readiness.markSchemaValid();
    let now = 0;
    const watch = schemaWatch({ records, readiness, logger: silentLogger, monotonic: () => now });
    return async () => {
      now += 60_000;
      await watch();
      return readiness.check();
    };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-readiness-'));
  });
  afterEach(async () => {
    await running?.stop();
    running = null;
    rmSync(folder, { recursive: true, force: true });
  });

  it('fails with read_only while nothing can be written, which the doctor says, too', async () => {
    const url = await start('data');
    const admin = await logInAsAdmin(url);
    const { installation } = storesAt(url);
    await mustSucceed(installation.look);
    await admin.sql.run(queryOnly);
    expect(await mustFail(installation.write)).to.include({ outageCause: 'read_only' });
    expect(await readyzOf(storesAt(url))()).to.deep.include({
      ready: false,
      checks: { database: 'failing', schema: 'ok', accepting: 'ok', clock: 'ok' },
      reasons: ['read_only'],
    });
    const { lines } = await runCommand(doctorCommand, environmentOf(url, vendorsAt('http://127.0.0.1:1')));
    expect(lines.filter((line) => line.startsWith('WRONG    record database'))).to.deep.equal([
      'WRONG    record database: its files cannot be written. Make the volume and the files writable for the account of PocketBase, and start PocketBase again.',
    ]);
  });

  const playReadOnlyDisk = async (): Promise<void> => {
    const url = await start('data');
    await mustSucceed(storesAt(url).installation.look);
    const open = readdirSync(join(folder, 'data'))
      .filter((name) => /^data\.db/.test(name))
      .map((name) => join(folder, 'data', name));
    setImmutable(open, true);
    try {
      expect(await readyzOf(storesAt(url))()).to.deep.include({ ready: false, reasons: ['read_only'] });
    } finally {
      setImmutable(open, false);
    }
    expect((await readyzOf(storesAt(url))()).ready).to.equal(true);
  };
  if (maySetImmutable())
    it('fails with read_only while the disk has become so under files that are open', playReadOnlyDisk);

  const playFullDisk = async (): Promise<void> => {
    const data = join(folder, 'data');
    mkdirSync(data);
    mountSmall(data);
    try {
      const url = await start('data');
      const { files, installation, testWrite } = storesAt(url);
      await mustSucceed(installation.look);
      // SQLite keeps its journal as long as it ever was, and writes rows over what is done with.
      for (let n = 0; n < 100; n += 1) await mustSucceed(installation.write);
      const filler = fill(data);
      const file = { id: 'file00000000001', kind: 'document_front', contentType: 'image/jpeg' } as const;
      const { profile } = aNew();
      const photo = { ...file, sha256: 'f'.repeat(64), profileId: profile.id, bytes: new Uint8Array(9000) };
      expect(await mustFail(files.put(photo))).to.include({ _tag: 'Unavailable' });
      const refused = await readyzOf(storesAt(url))();
      expect(refused).to.include({ ready: false });
      expect(refused.reasons, 'the first probe').to.have.length(1);
      expect(refused.reasons?.[0]).to.be.oneOf(['disk_full', 'write_refused']);
      const { lines } = await runCommand(doctorCommand, environmentOf(url, vendorsAt('http://127.0.0.1:1')));
      expect(lines.filter((line) => line.startsWith('WRONG    record database'))).to.have.length(1);
      rmSync(filler);
      await mustSucceed(testWrite);
      await mustSucceed(files.put(photo));
      expect((await readyzOf(storesAt(url))()).ready).to.equal(true);
      // PocketBase answers the deletion of a record before it removes the record's files, also while they are listed.
      await waitUntil(() => {
        try {
          return readdirSync(join(data, 'storage'), { recursive: true }).every((name) => !`${name}`.includes('test'));
        } catch {
          return false;
        }
      });
    } finally {
      await running?.stop();
      running = null;
      unmount(data);
    }
  };
  // A full disk is played where one can be had.
  if (mayMount())
    it(
      'fails from the first probe on while the disk is full, though rows still find room, and comes back by itself',
      playFullDisk,
    );

  it('fails with missing_collection, and with schema_differs, while the schema is another one', async () => {
    const url = await start('data');
    const admin = await logInAsAdmin(url);
    const readyz = readyzOf(storesAt(url));
    expect(await readyz()).to.include({ ready: true });
    const counters = await admin.collections.getOne('usage_counters');
    await admin.collections.update(counters.id, { indexes: [] });
    expect(await readyz()).to.deep.include({ ready: false, reasons: ['schema_differs'] });
    await admin.collections.delete(counters.id);
    expect(await readyz()).to.deep.include({ ready: false, reasons: ['missing_collection'] });
    await admin.collections.delete('installation');
    const { checks, reasons } = await readyzOf(storesAt(url))();
    expect([checks.database, checks.schema, reasons]).to.deep.equal(['failing', 'failing', ['missing_collection']]);
  });

  inFull('is lost by no write that waits for a longer one, while reads are answered', async () => {
    const url = await start('data');
    const stores = openRecordStore({
      ...adminAccount,
      url,
      keyring: aKeyring(),
      ids: sequentialIds(),
      deadlineMs: 700,
    });
    await mustSucceed(stores.installation.look);
    const admin = await logInAsAdmin(url);
    const numbers =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c WHERE x<8000000) SELECT count(*) FROM c';
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const long = admin.sql.run(`UPDATE installation SET writes=writes WHERE (${numbers}) < 0`).then(end, end);
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include({ outageCause: 'timeout' });
    const readyz = readyzOf(stores);
    const begun = performance.now();
    expect(await readyz()).to.deep.include({ ready: true });
    expect(performance.now() - begun, 'below the time-out of a probe').to.be.below(2500);
    expect(isOver).to.equal(false);
    // What the longer write has left to do would show nothing more.
    process.kill(running?.pid ?? 0, 'SIGKILL');
    await long;
  });

  it('fails with timeout before a probe gives up while the database is frozen, and comes back by itself', async () => {
    const records = storesAt(await start('data'));
    await mustSucceed(records.installation.look);
    const check = () => createReadiness(records.healthProbe, () => ({}), soundClock).check();
    const { pid = 0 } = running ?? {};
    try {
      await suspend(pid);
      const begun = performance.now();
      expect((await check()).reasons).to.deep.equal(['timeout']);
      expect(performance.now() - begun, 'below the time-out of a probe').to.be.below(2500);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect((await check()).checks.database).to.equal('ok');
  });

  inFull('fails with other_database from the first write on, of which the older one gets nothing', async () => {
    const url = await start('data');
    const port = Number(new URL(url).port);
    const stores = storesAt(url);
    await mustSucceed(stores.installation.look);
    await running?.stop();
    cpSync(join(folder, 'data'), join(folder, 'older'), { recursive: true });
    await start('data', port);
    await mustSucceed(stores.installation.look);
    await mustSucceed(stores.installation.write);
    await running?.stop();
    await start('older', port);
    expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include({ outageCause: 'other_database' });
    const admin = await logInAsAdmin(url);
    expect(await admin.collection('profiles').getFullList()).to.deep.equal([]);
    const file = { id: 'file00000000001', kind: 'document_front', contentType: 'image/jpeg' } as const;
    const photo = { ...file, sha256: 'f'.repeat(64), profileId: aNew().profile.id, bytes: new Uint8Array(9) };
    expect(await mustFail(stores.files.put(photo))).to.include({ outageCause: 'other_database' });
  });

  it('fails with other_database behind an older one and an empty one, and writes to neither', async () => {
    const url = await start('data');
    const port = Number(new URL(url).port);
    const stores = storesAt(url);
    await mustSucceed(stores.installation.look);
    await running?.stop();
    cpSync(join(folder, 'data'), join(folder, 'older'), { recursive: true });
    await start('data', port);
    await mustSucceed(stores.installation.look);
    const added = aNew();
    await mustSucceed(stores.profiles.insert(added, null));
    await mustSucceed(stores.installation.write);
    for (const other of ['older', 'empty']) {
      await running?.stop();
      await start(other, port);
      const found = await stores.profiles.get(acme, added.profile.id)();
      expect(found, `${other}: no false 404`).to.deep.include({ _tag: 'Left' });
      expect(found).to.have.nested.property('left.outageCause', 'other_database');
      expect(await mustFail(stores.profiles.insert(aNew(), null))).to.include({ outageCause: 'other_database' });
      expect((await readyzOf(stores)()).reasons).to.deep.equal(['other_database']);
      const admin = await logInAsAdmin(url);
      expect(await admin.collection('profiles').getFullList(), other).to.deep.equal([]);
    }
    await running?.stop();
    await start('data', port);
    expect((await readyzOf(stores)()).ready).to.equal(true);
    await mustSucceed(stores.profiles.get(acme, added.profile.id));
  });
});
