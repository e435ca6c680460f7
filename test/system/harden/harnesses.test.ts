import { expect } from 'chai';
import { filesBelow, textOf } from '../../support/repository/files.ts';
import { harnesses } from './harnesses.ts';

const names = harnesses.map(({ name }) => name);

describe('the documentation page of the harnesses', () => {
  it('lists every harness once, in alphabetical order', () => {
    const rows = [...textOf('docs/security/harden.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(names.filter((name) => !rows.includes(name))).to.deep.equal([]);
    expect(rows).to.deep.equal([...new Set(rows)].sort());
  });
});

describe('the test files of the harnesses', () => {
  it('run every harness once', () => {
    const tests = filesBelow('test/system/harden').filter((path) => path.endsWith('.test.ts'));
    const run = tests.flatMap((path) => {
      const [, named = ''] = /^testHarnesses\(([^)]*)\);/m.exec(textOf(path)) ?? [];
      return [...named.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name);
    });
    expect(run.toSorted()).to.deep.equal(names);
  });
});
