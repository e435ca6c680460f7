import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PocketbaseBackups } from '@portcullis/adapter-pocketbase';
import { takeBackup } from '@portcullis/cli';
import { E, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';

const content = Buffer.from('everybody, packed');
const down = unavailable('database', 'cut off', 'timeout');

describe('taking a backup', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-taking-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Backups that note what was asked of them. */
  const backupsWith = (changes: Partial<PocketbaseBackups> = {}) => {
    const asked: string[] = [];
    const backups: PocketbaseBackups = {
      count: () => TE.right(3),
      create: () => TE.right(content.length),
      list: TE.right([]),
      remove: () => TE.right(undefined),
      read: (_, from) =>
        TE.right(
          (async function* () {
            yield content.subarray(from);
          })(),
        ),
      ...changes,
    };
    const noting: PocketbaseBackups = {
      ...backups,
      create: (name, stop) => {
        asked.push('create');
        return backups.create(name, stop);
      },
      read: (name, from, stop) => {
        asked.push(`read ${from}`);
        return backups.read(name, from, stop);
      },
      remove: (name) => {
        asked.push(`remove ${name.length === 51 ? 'it' : name}`);
        return backups.remove(name);
      },
    };
    return { asked, backups: noting };
  };
  const to = () => join(folder, 'backup.zip');
  const take = (backups: PocketbaseBackups, stop = new AbortController().signal) => takeBackup(backups, to(), stop);

  it('fetches what was packed, and leaves no copy', async () => {
    const { asked, backups } = backupsWith();
    const taken = await take(backups);
    expect(taken).to.deep.nested.include({ 'right.bytes': content.length });
    expect(readFileSync(`${to()}.unverified`)).to.deep.equal(content);
    expect(asked).to.deep.equal(['create', 'read 0', 'remove it']);
  });

  it('leaves no copy where the packing was not waited for', async () => {
    const { asked, backups } = backupsWith({ create: () => TE.left(down) });
    expect(await take(backups)).to.have.nested.property('left.code', 2);
    expect(asked).to.deep.equal(['create', 'remove it']);
  });

  it('names the copy that it could not remove, beside what failed', async () => {
    const { backups } = backupsWith({ create: () => TE.left(down), remove: () => TE.left(down) });
    const taken = await take(backups);
    if (E.isRight(taken)) throw new Error('it was taken');
    expect(taken.left.lines.join('\n')).to.match(
      /cannot be used \(timeout\).*\n.*delete portcullis-[0-9a-f-]{36}\.zip/,
    );
  });

  it('goes on where a response was cut, and gives up when nothing comes any more', async () => {
    const read: PocketbaseBackups['read'] = (_, from) =>
      TE.right(
        (async function* () {
          yield content.subarray(from, from + 5);
        })(),
      );
    const cut = backupsWith({ read });
    expect(E.isRight(await take(cut.backups))).to.equal(true);
    expect(cut.asked).to.deep.equal(['create', 'read 0', 'read 5', 'read 10', 'read 15', 'remove it']);
    expect(readFileSync(`${to()}.unverified`)).to.deep.equal(content);

    rmSync(`${to()}.unverified`);
    const dead = backupsWith({ read: (name, from) => (from === 0 ? read(name, from) : TE.left(down)) });
    const line = `The backup could not be fetched: 5 of ${content.length} bytes came.`;
    expect(await take(dead.backups)).to.deep.equal(E.left({ code: 2, lines: [line] }));
    expect(dead.asked.filter((one) => one === 'read 5')).to.have.length(5);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('packs nothing while the file of an earlier backup is there that did not verify', async () => {
    writeFileSync(`${to()}.unverified`, 'earlier');
    const { asked, backups } = backupsWith();
    expect(await take(backups)).to.have.nested.property('left.code', 1);
    expect(asked).to.deep.equal([]);
    expect(readFileSync(`${to()}.unverified`, 'utf8')).to.equal('earlier');
  });

  it('removes the copies of commands that were killed hours ago, and no others', async () => {
    const named = (n: number) => `portcullis-${String(n).repeat(8)}-0000-4000-8000-000000000000.zip`;
    const hours = (n: number) => Date.now() - n * 3_600_000;
    const there = [
      { name: named(1), madeAt: hours(7) },
      { name: named(2), madeAt: hours(5) },
      { name: 'nightly.zip', madeAt: hours(70) },
      { name: named(3), madeAt: Number.NaN },
    ];
    const removed: string[] = [];
    const { backups } = backupsWith({
      list: TE.right(there),
      remove: (name) => {
        removed.push(name);
        return TE.right(undefined);
      },
    });
    expect(E.isRight(await take(backups))).to.equal(true);
    expect(removed.filter((name) => there.some((one) => one.name === name))).to.deep.equal([named(1)]);
  });

  it('is stopped between two responses, and leaves neither file nor copy', async () => {
    const stop = new AbortController();
    const { asked, backups } = backupsWith({
      read: () => {
        stop.abort();
        return TE.left(down);
      },
    });
    expect(await take(backups, stop.signal)).to.have.nested.property('left.code', 2);
    expect(asked).to.deep.equal(['create', 'read 0', 'remove it']);
    expect(existsSync(`${to()}.unverified`)).to.equal(false);
  });
});
