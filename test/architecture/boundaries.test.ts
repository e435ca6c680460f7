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
  readonly orders: Readonly<Record<string, readonly string[]>>;
};

const { forbidden, layers, options, orders }: Rules = createRequire(import.meta.url)(
  '../../../.dependency-cruiser.cjs',
);

type Violation = { readonly rule: string; readonly from: string; readonly to: string };

/**
 * Answers every violation of a rule below `paths`. What no rule asks about, such as who imports a file, is not looked
 * for.
 */
const violationsIn = async (
  baseDir: string,
  paths: readonly string[],
  rules: Rules['forbidden'] = forbidden,
): Promise<readonly Violation[]> => {
  const ruleSet = { forbidden: [...rules] };
  const asked = { ...options, baseDir, ruleSet, validate: true, skipAnalysisNotInRules: true };
  const { output } = await cruise([...paths], asked);
  if (typeof output === 'string') throw new Error('expected the result as an object');
  return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
};

/** Files that are cruised together, and the rules by which they are. */
type Planted = { readonly files: Files; readonly rules: Rules['forbidden'] };

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

/** Answers the violations in a folder with only these files. */
const violationsOf = async ({ files, rules }: Planted): Promise<readonly Violation[]> => {
  const folder = plantFiles(files);
  try {
    return await violationsIn(folder, Object.keys(files), rules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** One way to violate a rule. */
type Variant = { readonly rule: string; readonly number: number; readonly files: Files };

/** Adds a number to the names of the files `a` and `b`, and to the imports of them. */
const numbered = (files: Files, number: number): Files => {
  const renamed = (text: string): string => text.replaceAll(/\b([ab])\.(ts|tsx|test\.ts|mjs)\b/g, `$1${number}.$2`);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [renamed(path), renamed(text)]));
};

const variants: readonly Variant[] = Object.entries(plantedViolations)
  .flatMap(([rule, ways]) => ways.map((files, i) => ({ rule, number: i + 1, files })))
  .map((variant, i) => ({ ...variant, files: numbered(variant.files, i) }));

/** A manifest is valid for all files below it, so that a variant with one stands alone. */
const hasManifest = (files: Files): boolean => Object.keys(files).some((path) => path.endsWith('package.json'));

const fitTogether = (one: Files, other: Files): boolean =>
  Object.keys(one).every((path) => !Object.hasOwn(other, path));

/** The folders of one order from the lowest to the highest. `.` are the files above all folders if it is not listed. */
const everyLayer = (folders: readonly string[]): readonly string[] =>
  folders.includes('.') ? folders : [...folders, '.'];

/** Folders of one order in which each imports from the one above it. */
const upwardImports = (base: string, folders: readonly string[]): Files =>
  Object.fromEntries(
    everyLayer(folders).map((folder, i, all) => {
      const above = all[i + 1];
      const text =
        above === undefined ? 'export const a = 1;' : `export * from './${relative(folder, join(above, 'a.ts'))}';`;
      return [join(base, folder, 'a.ts'), text];
    }),
  );

/** An upward import from each folder of each order. */
const upwardEverywhere: Files = Object.fromEntries(
  Object.entries(orders).flatMap(([base, folders]) => Object.entries(upwardImports(base, folders))),
);

/**
 * Puts planted files together that have other paths: a cruise takes most of its time to check the rules themselves.
 * A variant with a manifest is cruised by the rule that it violates, and the others by all rules.
 */
const planted = (): readonly Planted[] => {
  const alone = variants
    .filter(({ files }) => hasManifest(files))
    .map(({ files, rule }) => ({ files, rules: forbidden.filter(({ name }) => name === rule) }));
  const together: Files[] = [];
  for (const files of [upwardEverywhere, ...variants.map((variant) => variant.files)]) {
    if (hasManifest(files)) continue;
    const at = together.findIndex((others) => fitTogether(files, others));
    if (at < 0) together.push(files);
    else together[at] = { ...together[at], ...files };
  }
  return [...together.map((files) => ({ files, rules: forbidden })), ...alone];
};

const cruisePlanted = async (): Promise<readonly Violation[]> => {
  const violations: Violation[] = [];
  for (const one of planted()) violations.push(...(await violationsOf(one)));
  return violations;
};

let cruised: Promise<readonly Violation[]> | undefined;

/** Answers the rules that these of the planted files violate. All of them are cruised once, for all tests. */
const rulesViolatedIn = async (files: Files): Promise<readonly string[]> => {
  cruised ??= cruisePlanted();
  const found = (await cruised).filter(({ from }) => Object.hasOwn(files, from));
  return found.map(({ rule }) => rule);
};

const layerRules = (base: string, folders: readonly string[]): readonly string[] =>
  everyLayer(folders)
    .slice(0, -1)
    .map((folder) => `${join(base, folder)} imports downwards`);

/** Answers every package with sources. */
const packagesWithSources = (): readonly string[] => {
  const owners = filesBelow('packages').map((path) => /^(packages\/(?:adapters\/)?[^/]+)\/src\//.exec(path)?.[1]);
  return [...new Set(owners.filter((owner) => owner !== undefined))];
};

/** Answers every folder with sources below another one, which is `.` itself. */
const sourceFolders = (base: string): readonly string[] => {
  const sources = filesBelow(base).filter((path) => /\.(tsx?|mjs)$/.test(path));
  return [...new Set(sources.map((path) => relative(base, dirname(path)) || '.'))];
};

describe('the layers of folders', function () {
  this.timeout(300_000);

  it('name every package', () => {
    expect(Object.keys(layers)).to.have.members([...packagesWithSources()]);
  });

  for (const [base, folders] of Object.entries(orders)) {
    it(`name every folder of ${base}`, () => {
      expect(everyLayer(folders)).to.have.members([...sourceFolders(base)]);
    });
  }

  for (const [base, folders] of Object.entries(orders).filter(([, { length }]) => length > 0)) {
    it(`catch an upward import from each folder of ${base}`, async () => {
      expect(await rulesViolatedIn(upwardEverywhere)).to.include.members(layerRules(base, folders));
    });
  }
});

describe('the boundaries between packages', function () {
  this.timeout(300_000);

  it('are respected everywhere in this repository', async () => {
    expect(await violationsIn(root, ['packages', 'test', 'bench', 'tools'])).to.deep.equal([]);
  });

  it('have a planted violation for every rule', () => {
    const upward = Object.entries(orders).flatMap(([base, folders]) => layerRules(base, folders));
    expect([...Object.keys(plantedViolations), ...upward]).to.have.members(forbidden.map(({ name }) => name));
  });

  for (const { rule, number, files } of variants) {
    it(`catch a violation of ${rule}, variant ${number}`, async () => {
      expect(await rulesViolatedIn(files)).to.include(rule);
    });
  }
});
