import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type IFlattenedRuleSet } from 'dependency-cruiser';

export type Rules = {
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  readonly options: object;
  readonly layers: Readonly<Record<string, readonly string[]>>;
  readonly orders: Readonly<Record<string, readonly string[]>>;
};

const read: Rules = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');
export const { forbidden, layers, orders } = read;

export type Violation = { readonly rule: string; readonly from: string; readonly to: string };

/**
 * Answers every violation of a rule below `paths`. What no rule asks about, such as who imports a file, is not looked
 * for.
 */
export const violationsIn = async (
  baseDir: string,
  paths: readonly string[],
  rules: Rules['forbidden'] = forbidden,
): Promise<readonly Violation[]> => {
  const ruleSet = { forbidden: [...rules] };
  const asked = { ...read.options, baseDir, ruleSet, validate: true, skipAnalysisNotInRules: true };
  const { output } = await cruise([...paths], asked);
  if (typeof output === 'string') throw new Error('expected the result as an object');
  return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
};

/** The folders of one order from the lowest to the highest. `.` are the files above all folders if it is not listed. */
export const everyLayer = (folders: readonly string[]): readonly string[] =>
  folders.includes('.') ? folders : [...folders, '.'];

/** The names of the rules of one order. */
export const layerRules = (base: string, folders: readonly string[]): readonly string[] =>
  everyLayer(folders)
    .slice(0, -1)
    .map((folder) => `${join(base, folder)} imports downwards`);
