import { type ScenarioName, scenarioNames, scenarios } from '@portcullis/adapter-memory';
import { E, type Either, pipe } from '@portcullis/domain';
import { commandLine, Option, readOptions } from '../command/command-line.ts';
import type { ExitCode } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';

/** The scenarios to play, and the document to use; `document` is a path as the user typed it. */
export type DemoOptions = { readonly scenarios: readonly ScenarioName[]; readonly document: string | null };

/** The default shows an approval, a decline with its reasons, and a retry that then succeeds. */
const defaultScenarios: readonly ScenarioName[] = ['approve', 'decline_face_mismatch', 'retry_liveness_then_approve'];

const nameWidth = Math.max(...scenarioNames.map((name) => name.length));

/** The scenarios with what they are. */
export const scenarioList = scenarioNames.map((name) => ({ name, description: scenarios[name].description }));

/** The same, a line each. */
export const scenarioLines = scenarioList.map(({ description, name }) => `${name.padEnd(nameWidth)}  ${description}`);

/** Reads the arguments. Left is the exit code where nothing is to be played. */
export const parseDemoArgs = (args: readonly string[], output: Output): Either<ExitCode, DemoOptions> => {
  // Every scenario has its own specimen.
  const all = new Option('--all', 'play every scenario').conflicts(['scenario', 'document']);
  const scenario = new Option('--scenario <name>', 'play this one scenario').choices(scenarioNames);
  const line = commandLine('npm run demo --', output)
    .description(`Plays scenarios in a sandbox; without options ${defaultScenarios.join(', ')}.`)
    .option('--document <image>', 'verify with a photo of your own passport or card (JPEG, PNG or WebP)')
    .addOption(scenario)
    .addOption(all)
    .addHelpText('after', `\nScenarios:\n  ${scenarioLines.join('\n  ')}`)
    .action(() => undefined);
  return pipe(
    readOptions(line, args),
    E.map((read): DemoOptions => {
      const { document = null } = read;
      if (read.scenario !== undefined) return { scenarios: [read.scenario], document };
      if (document !== null) return { scenarios: ['approve'], document };
      return { scenarios: read.all ? scenarioNames : defaultScenarios, document };
    }),
  );
};
