import { parseArgs } from 'node:util';
import { isScenarioName, type ScenarioName, scenarioNames } from '@portcullis/adapter-memory';
import { type Language, languages } from '#verify/texts/languages';
import { type Width, widths } from '../../../support/browser/devices.ts';
import { failureNames } from './failures.ts';

export type Options = {
  readonly scenarios: readonly ScenarioName[];
  readonly failures: readonly string[];
  readonly languages: readonly Language[];
  readonly widths: readonly Width[];
  /** How many runs go on at the same time. */
  readonly workers: number;
  /** The folder for a picture of each different screen. */
  readonly screenshots: string | null;
};

export const usage = [
  'Usage: npm run test:browser -- [options]; what takes a name can be given several times, and `none` leaves it out',
  '',
  '  --scenario <name>       only this scenario of the sandbox',
  '  --failure <name>        only this failure',
  '  --language <code>       only this language',
  '  --width <pixels>        only this width',
  '  --workers <number>      so many runs at the same time (2)',
  '  --screenshots <folder>  keeps a picture of each different screen',
  '',
  `Scenarios: ${scenarioNames.join(', ')}`,
  `Failures: ${failureNames.join(', ')}`,
].join('\n');

/** Those that were named among all there are: all where none is named, and none for `none`. */
const among = <Name extends string | number>(
  all: readonly Name[],
  named: readonly string[] | undefined,
): readonly Name[] => (named === undefined ? all : all.filter((one) => named.includes(String(one))));

/** The options, or what is wrong with them. */
export const optionsOf = (args: readonly string[]): Options | string => {
  try {
    const names = { type: 'string', multiple: true } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        scenario: names,
        failure: names,
        language: names,
        width: names,
        workers: { type: 'string', default: '2' },
        screenshots: { type: 'string' },
      },
    });
    const unknown = [
      ...(values.scenario ?? []).filter((name) => name !== 'none' && !isScenarioName(name)),
      ...(values.failure ?? []).filter((name) => name !== 'none' && !failureNames.includes(name)),
    ];
    if (unknown.length > 0) return `There is no ${unknown.join(' and no ')}.`;
    const workers = Number(values.workers);
    if (!Number.isInteger(workers) || workers < 1) return '--workers takes a whole number from 1 on.';
    return {
      scenarios: among(scenarioNames, values.scenario),
      failures: among(failureNames, values.failure),
      languages: among(languages, values.language),
      widths: among(widths, values.width),
      workers,
      screenshots: values.screenshots ?? null,
    };
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
};
