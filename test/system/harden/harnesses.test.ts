import { expect } from 'chai';
import { filesBelow, textOf } from '../../support/repository/files.ts';
import { inFullRunsOnly } from './harness/test-harnesses.ts';
import { harnesses } from './harnesses.ts';

const names = harnesses.map(({ name }) => name);

/** The name of the value that a harness of this name is. */
const valueName = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names in a sentence of the page. */
const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);

describe('the documentation page of the harnesses', () => {
  it('lists every harness once, in alphabetical order', () => {
    const rows = [...textOf('docs/security/harden.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(names.filter((name) => !rows.includes(name))).to.deep.equal([]);
    expect(rows).to.deep.equal([...new Set(rows)].sort());
  });

  it('says which of them a quick run plays', () => {
    const [, listed = ''] = /Of these `npm test` plays ([^.]*)\./.exec(textOf('docs/security/harden.md')) ?? [];
    expect(namesIn(listed)).to.deep.equal(names.filter((name) => !inFullRunsOnly.includes(name)).toSorted());
  });

  it('says which of them a full run plays over PostgreSQL', () => {
    const [, listed = ''] =
      /Over PostgreSQL `npm run test:full` plays (.*) in their/.exec(textOf('docs/security/harden.md')) ?? [];
    const test = textOf('test/system/harden/postgres.test.ts');
    const [, played = ''] = /^if \(isFullEffort\) testHarnessesOverPostgres\(([^)]*)\);/m.exec(test) ?? [];
    expect(namesIn(listed).map(valueName)).to.deep.equal([...played.matchAll(/\w+/g)].map(([value]) => value));
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
