import { dirname } from 'node:path';
import { expect } from 'chai';
import { filesBelow } from '../support/repository/files.ts';
import { allSources, type Source, shippedSources } from '../support/repository/source.ts';

const maxLines = 300;
const maxFiles = 15;

/** Folders that are looked up by name and not read from top to bottom, with the reason why each may be larger. */
const catalogues: Readonly<Record<string, string>> = {
  'docs/adr': 'a page for each decision, found by its number; none is taken away',
  'test/contracts': 'a port has two files here, what it promises and who is held to it, and they belong side by side',
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

const fileSizes = () => allSources().map((source) => [source.path, linesOf(source)] as const);

describe('the sizes of files and folders', () => {
  it('are at most 300 lines for every file', () => {
    expect(tooLarge(fileSizes(), maxLines)).to.deep.equal([]);
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

  it('are at most 15 files for every folder that is no catalogue', () => {
    const folders = [...filesPerFolder()].filter(([path]) => catalogues[path] === undefined);
    expect(tooLarge(folders, maxFiles)).to.deep.equal([]);
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
