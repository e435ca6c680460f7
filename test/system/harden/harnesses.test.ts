import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';
import { harnesses } from './harnesses.ts';

const { fullRunsOnly }: { readonly fullRunsOnly: Readonly<Record<string, string>> } = await import(
  pathToFileURL(join(root, 'tools/testing/schedule.mjs')).href
);

const names = harnesses.map(({ name }) => name);

/** The name of the value that a harness of this name is. */
const valueName = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const testFiles = filesBelow('test/system/harden').filter((path) => path.endsWith('.test.ts'));

/** The values of the harnesses that some test files run. */
const runBy = (files: readonly string[]): readonly string[] =>
  files.flatMap((path) => {
    const [, named = ''] = /^testHarnesses\(([^)]*)\);/m.exec(textOf(path)) ?? [];
    return [...named.matchAll(/\w+/g)].map(([value]) => value);
  });

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
    const inQuickRuns = testFiles.filter((path) => !Object.hasOwn(fullRunsOnly, relative('test', path)));
    expect(namesIn(listed).map(valueName)).to.deep.equal(runBy(inQuickRuns).toSorted());
  });

  it('says which of them a full run plays over PostgreSQL', () => {
    const [, listed = ''] =
      /Over PostgreSQL `npm run test:full` plays (.*) in their/.exec(textOf('docs/security/harden.md')) ?? [];
    const test = textOf('test/system/harden/postgres.test.ts');
    const [, played = ''] = /^testHarnessesOverPostgres\(([^)]*)\);/m.exec(test) ?? [];
    expect(namesIn(listed).map(valueName)).to.deep.equal([...played.matchAll(/\w+/g)].map(([value]) => value));
  });
});

describe('the test files of the harnesses', () => {
  it('run every harness once', () => {
    expect(runBy(testFiles).toSorted()).to.deep.equal(names.map(valueName).toSorted());
  });
});
