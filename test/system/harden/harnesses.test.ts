import { expect } from 'chai';
import { filesBelow, textOf } from '../../support/repository/files.ts';
import { harnesses } from './harnesses.ts';

const names = harnesses.map(({ name }) => name);

/** The name of the value that a harness of this name is. */
const valueName = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

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
      return [...named.matchAll(/\w+/g)].map(([value]) => value);
    });
    expect(run.toSorted()).to.deep.equal(names.map(valueName).toSorted());
  });
});
