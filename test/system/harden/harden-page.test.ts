import { expect } from 'chai';
import { textOf } from '../../support/repository/files.ts';
import { harnesses } from './harnesses.ts';

describe('the documentation page of the harnesses', () => {
  it('lists every harness once, in alphabetical order', () => {
    const rows = [...textOf('docs/security/harden.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(harnesses.map(({ name }) => name).filter((name) => !rows.includes(name))).to.deep.equal([]);
    expect(rows).to.deep.equal([...new Set(rows)].sort());
  });
});
