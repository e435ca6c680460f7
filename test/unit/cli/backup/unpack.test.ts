import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { unpackBackup, unpackFault } from '@portcullis/cli';
import { expect } from 'chai';
import { runs } from '../../../support/effort.ts';
import { type ZipMember, zipOf } from '../../../support/releases/zip.ts';

const damaged = 'The file is no complete backup: it is damaged, or was cut off.';
const text = Buffer.from('Anna Maria Eriksson '.repeat(100));
const database: ZipMember = { name: 'data.db', content: text };

describe('a backup that is unpacked', function () {
  this.timeout(30_000);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-unpack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const data = (): string => join(folder, 'data');
  /** Unpacks an archive; answers the sentence of a failure, or `null`. */
  const unpack = async (archive: Uint8Array): Promise<string | null> => {
    writeFileSync(join(folder, 'backup.zip'), archive);
    return unpackBackup(join(folder, 'backup.zip'), data(), new AbortController().signal).then(() => null, unpackFault);
  };

  it('has every file with its content, for its owner alone, packed or not, with sizes of 32 or 64 bits', async () => {
    const files: readonly ZipMember[] = [
      database,
      { name: 'storage/' },
      { name: 'storage/one/photo.jpg', content: text, isPacked: true },
      { name: 'storage/two/photo.jpg', content: text, isLong: true },
      { name: 'storage/two/empty', content: new Uint8Array(0), mode: 0 },
    ];
    expect(await unpack(zipOf(files))).to.equal(null);
    for (const { content, name } of files) {
      if (content === undefined) continue;
      expect(Buffer.compare(readFileSync(join(data(), name)), content), name).to.equal(0);
      expect(statSync(join(data(), name)).mode & 0o777, name).to.equal(0o600);
    }
  });

  it('has its records and images alone, and names what else the archive has', async () => {
    const others = [
      'auxiliary.db',
      'pb_hooks/eve.pb.js',
      'pb_hooks/two.pb.js',
      'backups/old.zip',
      'evil.sh',
      'data.db-shm',
    ];
    const taken = ['data.db', 'data.db-wal', 'storage/one/photo.jpg'];
    writeFileSync(join(folder, 'backup.zip'), zipOf([...taken, ...others].map((name) => ({ name, content: text }))));
    const left = await unpackBackup(join(folder, 'backup.zip'), data(), new AbortController().signal);
    expect(left).to.deep.equal(['auxiliary.db', 'pb_hooks/', 'backups/', 'evil.sh', 'data.db-shm']);
    expect(readdirSync(data()).toSorted()).to.deep.equal(['data.db', 'data.db-wal', 'storage']);
  });

  it('may have more than 65,535 entries (ZIP64)', async () => {
    const folders = Array.from({ length: runs(65_536, 100) }, (_, n): ZipMember => ({ name: `f${n}/` }));
    expect(await unpack(zipOf([...folders, database], true))).to.equal(null);
    expect(readdirSync(data())).to.deep.equal(['data.db']);
  });

  const packed = deflateRawSync(text);
  const hostile: Readonly<Record<string, readonly ZipMember[]>> = {
    'a CRC that is not that of the content': [{ ...database, crc: 1 }],
    'a CRC that is not that of the packed content': [{ ...database, isPacked: true, crc: 1 }],
    'more content than it says': [{ ...database, isPacked: true, size: 10 }],
    'less content than it says': [{ ...database, isPacked: true, size: text.length + 1 }],
    'content that does not unpack': [{ ...database, isPacked: true, packed: packed.fill(0xff, 4, 12) }],
    'a path upwards': [database, { name: '../outside', content: text }],
    'a path upwards in the middle': [database, { name: 'storage/../../outside', content: text }],
    'a path upwards for another system': [database, { name: '..\\outside', content: text }],
    'an absolute path': [database, { name: '/tmp/portcullis-outside', content: text }],
    'a drive': [database, { name: 'C:outside', content: text }],
    'a path with a null byte': [database, { name: 'storage/a\0b', content: text }],
    'an empty step in a path': [database, { name: 'storage//a', content: text }],
    'a link': [database, { name: 'storage', content: Buffer.from('/etc'), mode: 0o120777 }],
    'a device': [database, { name: 'storage', mode: 0o020666 }],
    'a name twice': [database, { ...database, content: Buffer.from('other') }],
    'a file that is a folder of another': [database, { name: 'a', content: text }, { name: 'a/b', content: text }],
    'an encrypted file': [{ ...database, flags: 1 }],
    'a strongly encrypted file': [{ ...database, flags: 0x41 }],
    'another method of packing': [{ ...database, method: 12 }],
    'no database': [{ name: 'auxiliary.db', content: text }],
  };
  for (const [what, members] of Object.entries(hostile)) {
    it(`is refused with ${what}, and writes nothing outside`, async () => {
      expect(await unpack(zipOf(members))).to.equal(damaged);
      expect(readdirSync(folder).filter((name) => name !== 'data')).to.deep.equal(['backup.zip']);
      expect(existsSync('/tmp/portcullis-outside')).to.equal(false);
    });
  }

  it('is refused where it is cut off, anywhere', async () => {
    const whole = zipOf([database, { name: 'storage/one/photo.jpg', content: text, isPacked: true }]);
    for (const length of [
      0,
      1,
      21,
      22,
      30,
      1000,
      text.length + 50,
      whole.length - 60,
      whole.length - 22,
      whole.length - 1,
    ])
      expect(await unpack(whole.subarray(0, length)), String(length)).to.equal(damaged);
  });

  it('is refused where bytes are added to it, or its list leads elsewhere', async () => {
    const whole = zipOf([database]);
    expect(await unpack(Buffer.concat([whole, text]))).to.equal(damaged);
    for (const at of [0, 1000, whole.length]) {
      const moved = Buffer.from(whole);
      moved.writeUInt32LE(at, whole.length - 6);
      expect(await unpack(moved), String(at)).to.equal(damaged);
    }
  });

  it('says what the system says where it is not there', async () => {
    const fault = await unpackBackup(join(folder, 'none.zip'), data(), new AbortController().signal).then(
      () => null,
      unpackFault,
    );
    expect(fault).to.equal('The backup cannot be unpacked (ENOENT).');
  });
});
