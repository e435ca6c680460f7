import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { cruise, type IFlattenedRuleSet } from 'dependency-cruiser';
import { filesBelow, root } from '../support/repository/files.ts';
import { type Files, plantedViolations } from './planted-violations.ts';

type Rules = {
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  readonly options: object;
  readonly layers: Readonly<Record<string, readonly string[]>>;
};

const { forbidden, layers, options }: Rules = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');

/** Answers `rule: from -> to` for every violation of a rule below `paths`. */
const violationsIn = async (baseDir: string, paths: readonly string[]): Promise<readonly string[]> => {
  const { output } = await cruise([...paths], { ...options, baseDir, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error('expected the result as an object');
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
};

/** Makes a folder with only the violating files and the installed packages. */
const plantFiles = (files: Files): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-planted-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

/** Folders of one package in which each imports from the one above it, and the highest from a file above all folders. */
const upwardImports = (owner: string, folders: readonly string[]): Files => ({
  [`${owner}/src/a.ts`]: 'export const a = 1;',
  ...Object.fromEntries(
    folders.map((folder, i) => {
      const above = folders[i + 1] ?? '.';
      return [`${owner}/src/${folder}/a.ts`, `export * from './${relative(folder, join(above, 'a.ts'))}';`];
    }),
  ),
});

const layerRules = (owner: string, folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `${owner}/src/${folder} imports downwards`);

/** Answers every folder with source files below `src` of a package. */
const sourceFolders = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const path of filesBelow('packages')) {
    const [, owner, folder] = /^(packages\/(?:adapters\/)?[^/]+)\/src\/(?:(.+)\/)?[^/]+\.ts$/.exec(path) ?? [];
    if (owner === undefined) continue;
    const folders = found.get(owner) ?? new Set();
    found.set(owner, folder === undefined ? folders : folders.add(folder));
  }
  return found;
};

describe('the layers of folders', function () {
  this.timeout(60_000);

  it('name every folder of every package', () => {
    const found = sourceFolders();
    expect(Object.keys(layers)).to.have.members([...found.keys()]);
    for (const [owner, folders] of Object.entries(layers)) {
      expect(folders, owner).to.have.members([...(found.get(owner) ?? [])]);
    }
  });

  let violated: readonly string[] = [];
  before(async () => {
    const all = Object.entries(layers).map(([owner, folders]) => upwardImports(owner, folders));
    const files: Files = Object.fromEntries(all.flatMap((one) => Object.entries(one)));
    const folder = plantFiles(files);
    try {
      violated = (await violationsIn(folder, Object.keys(files))).map((line) => line.split(':')[0] ?? '');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const [owner, folders] of Object.entries(layers).filter(([, { length }]) => length > 0)) {
    it(`catch an upward import from each folder of ${owner}`, () => {
      expect(violated).to.include.members(layerRules(owner, folders));
    });
  }
});

describe('the boundaries between packages', function () {
  this.timeout(60_000);

  it('are respected everywhere in this repository', async () => {
    expect(await violationsIn(root, ['packages', 'test', 'bench', 'tools'])).to.deep.equal([]);
  });

  it('have a planted violation for every rule', () => {
    const planted = Object.entries(layers).flatMap(([owner, folders]) => layerRules(owner, folders));
    expect([...Object.keys(plantedViolations), ...planted]).to.have.members(forbidden.map(({ name }) => name));
  });

  for (const [rule, ways] of Object.entries(plantedViolations)) {
    ways.forEach((files, i) => {
      it(`catch a violation of ${rule}, variant ${i + 1}`, async () => {
        const folder = plantFiles(files);
        try {
          const names = (await violationsIn(folder, Object.keys(files))).map((line) => line.split(':')[0]);
          expect(names).to.include(rule);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      });
    });
  }
});
