import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreFolder } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { expect } from 'chai';

describe('the folder of a restore', () => {
  let parent = '';
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'portcullis-folder-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const data = () => join(parent, 'data');
  const content = (folder = data()) => readFileSync(join(folder, 'data.db'), 'utf8');
  const aDatabase = (folder: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data.db'), text);
  };
  const prepare = (replace = false) => {
    const folder = restoreFolder(data(), replace);
    if (E.isLeft(folder)) throw new Error(folder.left);
    return folder.right;
  };
  const fill = (work: string) => writeFileSync(join(work, 'data.db'), 'restored');

  it('gives the folder no content before the restore is complete', async () => {
    for (const before of ['missing', 'empty']) {
      if (before === 'empty') mkdirSync(data());
      const { discard, place, work } = prepare();
      fill(work);
      expect(existsSync(join(data(), 'data.db'))).to.equal(false);
      expect(await place()).to.deep.equal(E.right(null));
      discard();
      expect([content(), readdirSync(parent)]).to.deep.equal(['restored', ['data']]);
      rmSync(data(), { recursive: true });
    }
  });

  it('keeps the old folder in its place until the new one is complete, and aside from then on', async () => {
    aDatabase(data(), 'the live database');
    const { discard, place, work } = prepare(true);
    fill(work);
    expect(content()).to.equal('the live database');
    const placed = await place();
    discard();
    const aside = E.isRight(placed) ? (placed.right ?? '') : '';
    expect([content(), content(aside)]).to.deep.equal(['restored', 'the live database']);
    expect(readdirSync(parent)).to.have.length(2);
  });

  it('leaves the old folder as it was where nothing came of the restore', () => {
    aDatabase(data(), 'the live database');
    const { discard, work } = prepare(true);
    fill(work);
    discard();
    expect([content(), readdirSync(parent)]).to.deep.equal(['the live database', ['data']]);
  });

  it('begins anew after a restore that was killed, and keeps nothing of it', () => {
    aDatabase(`${data()}.restoring`, 'with people who were erased');
    expect(readdirSync(prepare().work)).to.deep.equal([]);
  });

  it('is the folder to which a link leads', async () => {
    mkdirSync(join(parent, 'real'));
    symlinkSync(join(parent, 'real'), data());
    const { place, work } = prepare();
    fill(work);
    await place();
    expect([content(join(parent, 'real')), content()]).to.deep.equal(['restored', 'restored']);
  });

  it('refuses what is not empty, what a database has open at the start or at the end, and what is mounted', async () => {
    aDatabase(data(), 'the live database');
    expect(restoreFolder(data(), false)).to.have.property('left').that.includes('not empty');
    const { place, work } = prepare(true);
    fill(work);
    const held = openSync(join(data(), 'data.db'), 'r');
    try {
      const open = 'A PocketBase has the folder of --data open. Stop it first.';
      expect(await place()).to.deep.equal(E.left(open));
      expect(restoreFolder(data(), true)).to.deep.equal(E.left(open));
    } finally {
      closeSync(held);
    }
    expect(content()).to.equal('the live database');
    expect(restoreFolder('/proc', true)).to.have.property('left').that.includes('is mounted');
    const other = openSync(join(work, 'data.db'), 'r');
    try {
      expect(restoreFolder(data(), true)).to.have.property('left').that.includes('Another restore');
    } finally {
      closeSync(other);
    }
  });
});
