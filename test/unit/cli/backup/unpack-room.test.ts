import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackBackup } from '@portcullis/cli';
import { expect } from 'chai';

const path = 'data.db';

/** An archive whose list names one file, of a size that it gives in its ZIP64 field (PKWARE APPNOTE 4.5.3). */
const listing = (size: bigint): Buffer => {
  const entry = Buffer.alloc(46 + path.length + 12);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(45, 6);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(10, 20);
  entry.writeUInt32LE(0xffffffff, 24);
  entry.writeUInt16LE(path.length, 28);
  entry.writeUInt16LE(12, 30);
  entry.write(path, 46);
  entry.writeUInt16LE(1, 46 + path.length);
  entry.writeUInt16LE(8, 48 + path.length);
  entry.writeBigUInt64LE(size, 50 + path.length);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  return Buffer.concat([entry, end]);
};

describe('unpacking a backup', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-unpacking-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('begins only where the disk has room for everything in it', async () => {
    const backup = join(folder, 'large.zip');
    writeFileSync(backup, listing(2n ** 50n));
    const refused = await unpackBackup(backup, folder, new AbortController().signal).then(
      () => null,
      (cause: unknown) => cause,
    );
    expect(refused)
      .to.have.property('message')
      .that.matches(/^The backup needs 1125899906842624 bytes, and the disk of/);
    expect(readdirSync(folder)).to.deep.equal(['large.zip']);
  });
});
