import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/repository/files.ts';
import {
  everyLayer,
  forbidden,
  layerRules,
  orders,
  type Rules,
  type Violation,
  violationsIn,
} from './boundary-rules.ts';
import { type Files, plantedViolations } from './planted-violations.ts';

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

describe('a planted violation of a boundary', function () {
  this.timeout(300_000);

  for (const [base, folders] of Object.entries(orders).filter(([, { length }]) => length > 0)) {
    it(`is caught where each folder of ${base} imports from the one above it`, async () => {
      expect(await rulesViolatedIn(upwardEverywhere)).to.include.members(layerRules(base, folders));
    });
  }

  for (const { rule, number, files } of variants) {
    it(`of ${rule} is caught, variant ${number}`, async () => {
      expect(await rulesViolatedIn(files)).to.include(rule);
    });
  }
});
