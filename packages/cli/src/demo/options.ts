import { isScenarioName, type ScenarioName, scenarioNames, scenarios } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { parseOptions } from '../command/parse-options.ts';
import { demoFailure } from './failure.ts';

/** The scenarios to play, and the document to use; `document` is a path as the user typed it. */
export type DemoOptions = { readonly scenarios: readonly ScenarioName[]; readonly document: string | null };

/** The default shows an approval, a decline with its reasons, and a retry that then succeeds. */
const defaultScenarios: readonly ScenarioName[] = ['approve', 'decline_face_mismatch', 'retry_liveness_then_approve'];

const nameWidth = Math.max(...scenarioNames.map((name) => name.length));
const scenarioLines = scenarioNames.map((name) => `  ${name.padEnd(nameWidth)}  ${scenarios[name].description}`);

export const demoUsage = [
  'Usage: npm run demo -- [--document <image>] [--scenario <name> | --all]',
  '',
  '  --document <image>  verify with a photo of your own passport or card (JPEG, PNG or WebP)',
  '  --scenario <name>   play this one scenario',
  '  --all               play every scenario',
  '  --help              this text',
  '',
  `Without options: ${defaultScenarios.join(', ')}.`,
  '',
  'Scenarios:',
  ...scenarioLines,
].join('\n');

const optionTypes = {
  document: { type: 'string' },
  scenario: { type: 'string' },
  all: { type: 'boolean' },
} as const;

/** The options, or `null` if only the usage was requested; a wrong option is a failure that lists the valid ones. */
export const parseDemoArgs = (args: readonly string[]): DemoOptions | null => {
  const parsed = parseOptions(args, optionTypes, false);
  if (E.isLeft(parsed)) throw demoFailure(`${parsed.left}\n\n${demoUsage}`);
  if (parsed.right === null) return null;
  const { document = null, scenario, all = false } = parsed.right.values;
  if (all && (scenario !== undefined || document !== null)) {
    throw demoFailure('--all goes with neither --scenario nor --document: every scenario has its own specimen.');
  }
  if (scenario !== undefined && !isScenarioName(scenario)) {
    throw demoFailure(`There is no scenario of that name. The scenarios are:\n${scenarioLines.join('\n')}`);
  }
  if (scenario !== undefined) return { scenarios: [scenario], document };
  if (document !== null) return { scenarios: ['approve'], document };
  return { scenarios: all ? scenarioNames : defaultScenarios, document };
};
