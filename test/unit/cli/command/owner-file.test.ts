import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createForOwner } from '@portcullis/cli';
import { expect } from 'chai';

describe('a file that is created for its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-owner-file-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is created by one of several, is readable by its owner alone, and leaves nothing beside it', () => {
    const file = join(folder, 'one.json');
    createForOwner(file, { of: 'the first' });
    expect(() => createForOwner(file, { of: 'the second' }))
      .to.throw()
      .with.property('code', 'EEXIST');
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ of: 'the first' });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(['one.json']);
  });
});
