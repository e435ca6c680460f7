import { dirname } from 'node:path';
import { expect } from 'chai';
import { filesBelow } from '../support/repository/files.ts';
import { allSources, type Source, shippedSources } from '../support/repository/source.ts';

const maxLines = 400;
const maxCommentWidth = 120;
const maxCatalogue = 25;
const minFiles = 3;

/** Flat catalogues of one kind, whose files are looked up by name and not read from top to bottom. */
const catalogues: readonly string[] = [
  'packages/domain/src/checks',
  'packages/explain/src/checks',
  'packages/http/src/routes',
  'test/support/check-cases',
  'test/unit/domain/checks',
  'docs',
];

/** Folders of fewer than three files that keep a name of their own, with the reason. */
const smallFolders: Readonly<Record<string, string>> = {
  'packages/documents/src/terms': 'every other folder of the package speaks in its terms',
  'packages/http/src/idempotency': 'it is the side of HTTP of what repeats a request safely',
  'packages/app/bin': 'these scripts go into every evidence pack, and run without anything of ours',
  'packages/cli/bin': 'it is the program that npm links, and nothing else',
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
  [...sizes].filter(([path, size]) => size > (exemptions[path] ?? limit)).map(([path, size]) => `${path}: ${size}`);

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
  it('are at most 400 lines for every file', () => {
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

  it('are at most 25 files for a catalogue of one kind', () => {
    const folders = filesPerFolder();
    expect(folders).to.include.all.keys(...catalogues);
    expect(
      tooLarge(
        [...folders].filter(([path]) => catalogues.includes(path)),
        maxCatalogue,
      ),
    ).to.deep.equal([]);
  });

  it('are at least three files for every folder of code that has no name of its own', () => {
    const small = [...codeFilesBelow()]
      .filter(([path, size]) => size < minFiles && !isRoot(path))
      .map(([path]) => path);
    expect(small).to.have.members(Object.keys(smallFolders));
  });

  it('have no unnecessary exemption', () => {
    const sizes = new Map([...fileSizes(), ...filesPerFolder()]);
    const limitOf = (path: string) => (catalogues.includes(path) ? maxCatalogue : maxLines);
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
