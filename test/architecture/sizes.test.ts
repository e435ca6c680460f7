import { dirname } from 'node:path';
import { expect } from 'chai';
import { filesBelow } from '../support/repository/files.ts';
import { allSources, type Source, shippedSources } from '../support/repository/source.ts';

const maxLines = 300;
const maxCommentWidth = 120;
const maxFiles = 15;
const minFiles = 3;

/** Flat catalogues of one kind, whose files are looked up by name and not read from top to bottom, and their limits. */
const catalogues: Readonly<Record<string, number>> = {
  'packages/domain/src/checks': 25,
  'packages/explain/src/checks': 25,
  'packages/http/src/routes': 25,
  'test/support/check-cases': 25,
  'test/unit/domain/checks': 25,
  // A migration for each change of the schema, in their order; none is taken away.
  'packages/adapters/pocketbase/migrations': Number.POSITIVE_INFINITY,
  docs: 25,
  // A page for each decision, found by its number; none is taken away.
  'docs/adr': Number.POSITIVE_INFINITY,
  // A port has two files here, what it promises and who is held to it.
  'test/contracts': Number.POSITIVE_INFINITY,
};

/** Folders of fewer than three files that keep a name of their own, with the reason. */
const smallFolders: Readonly<Record<string, string>> = {
  'packages/domain/src/use-cases/idempotency': 'every use case that may be repeated needs it, and none owns it',
  'packages/http/src/idempotency': 'it is the side of HTTP of the folder above',
};

/** Exemptions that date from before the rule: none of them may grow, and those that have shrunk are removed. */
const exemptions: Readonly<Record<string, number>> = {};

const linesOf = ({ text }: Source): number => text.split('\n').length - 1;

/** Answers the number of files directly in each folder. */
const filesPerFolder = (): ReadonlyMap<string, number> => {
  const folders = new Map<string, number>();
  for (const path of filesBelow('packages', 'test', 'tools', 'bench', 'docs')) {
    if (!path.includes('/fixtures/')) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  }
  return folders;
};

/** Answers everything above its limit as `path: size`. */
const tooLarge = (sizes: Iterable<readonly [string, number]>, limit: number): readonly string[] =>
  [...sizes]
    .filter(([path, size]) => size > (exemptions[path] ?? catalogues[path] ?? limit))
    .map(([path, size]) => `${path}: ${size}`);

/** Answers the number of files in and below each folder of the packages and the tests. */
const codeFilesBelow = (): ReadonlyMap<string, number> => {
  const folders = new Map<string, number>();
  const count = (folder: string): void => {
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
    if (folder.includes('/')) count(dirname(folder));
  };
  for (const { path } of allSources()) if (/^(packages|test)\//.test(path)) count(dirname(path));
  return folders;
};

/** A package of one file is a package, so its root is not a folder that could be merged. Folders of tests follow it. */
const isRoot = (folder: string): boolean =>
  !folder.includes('/') || /\/src$|^test\/(unit|adapters|system)\//.test(folder);

const fileSizes = () => allSources().map((source) => [source.path, linesOf(source)] as const);

describe('the sizes of files and folders', () => {
  it('are at most 300 lines for every file', () => {
    expect(tooLarge(fileSizes(), maxLines)).to.deep.equal([]);
  });

  it('are at most 120 characters for every line of a comment', () => {
    const tooWide = allSources().flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          /^ *(?:\/\/|\/?\*)/.test(line) && line.length > maxCommentWidth ? [`${path}:${at + 1}`] : [],
        ),
    );
    expect(tooWide).to.deep.equal([]);
  });

  it('are under 150 lines for at least four of five shipped files', () => {
    const sizes = shippedSources().map(linesOf);
    expect(sizes.filter((size) => size < 150).length / sizes.length).to.be.at.least(0.8);
  });

  it('are under 10 lines for at most one shipped file in twelve', () => {
    const sizes = shippedSources()
      .filter(({ path }) => !path.endsWith('/index.ts'))
      .map(linesOf);
    expect(sizes.filter((size) => size < 10).length / sizes.length).to.be.at.most(1 / 12);
  });

  it('are at most 15 files for every folder, and at most 25 for a catalogue of one kind', () => {
    expect(tooLarge(filesPerFolder(), maxFiles)).to.deep.equal([]);
  });

  it('are at least three files for every folder of code that has no name of its own', () => {
    const small = [...codeFilesBelow()]
      .filter(([path, size]) => size < minFiles && !isRoot(path))
      .map(([path]) => path);
    expect(small).to.have.members(Object.keys(smallFolders));
  });

  it('have no unnecessary exemption', () => {
    const folders = filesPerFolder();
    const sizes = new Map([...fileSizes(), ...folders]);
    expect(Object.keys(catalogues).filter((path) => (folders.get(path) ?? 0) <= maxFiles)).to.deep.equal([]);
    const limitOf = (path: string) => (folders.has(path) ? maxFiles : maxLines);
    expect(Object.entries(exemptions).filter(([path]) => (sizes.get(path) ?? 0) <= limitOf(path))).to.deep.equal([]);
  });

  it('are measured over the whole repository', () => {
    expect(shippedSources().length).to.be.at.least(100);
    expect(allSources().map(({ path }) => path)).to.include.members([
      'packages/domain/src/kernel/fp.ts',
      'test/architecture/sizes.test.ts',
      'tools/test.mjs',
    ]);
  });
});
