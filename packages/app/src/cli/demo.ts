import { type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { type DocumentImage, documentImage, specimenImage } from './demo/document-image.ts';
import { isDemoFailure } from './demo/failure.ts';
import { openSandbox } from './demo/open-sandbox.ts';
import { type DemoOptions, demoOptions, usage } from './demo/options.ts';
import { type Access, type Ending, isAsExpected, playScenario } from './demo/play.ts';
import { duration, growingTable, type Table } from './demo/table.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const endingLine = (ending: Ending): string => {
  const { scenario, status, reasons, calls, ms } = ending;
  const how = [status, ...reasons].join(', ');
  const mark = isAsExpected(ending) ? 'as expected' : 'NOT as expected';
  return `  ${scenario.padEnd(38)} ${how.padEnd(52)} ${String(calls).padStart(3)} calls ${duration(ms).padStart(8)}  ${mark}`;
};

/** Plays the chosen scenarios one after the other; a failure ends the demo. */
const playAll = async (
  access: Access,
  names: readonly ScenarioName[],
  own: DocumentImage | null,
  table: Table,
): Promise<readonly Ending[]> => {
  const endings: Ending[] = [];
  for (const scenario of names) {
    const image = own ?? (await specimenImage(scenarios[scenario].document));
    endings.push(await playScenario(access, scenario, image, table));
  }
  return endings;
};

/**
 * An interrupt, or a closed pipe (`| head`), stops the sandbox that the demo started and then ends the demo. While the
 * sandbox is still starting, the end of this process stops it.
 */
const leaveWhenInterrupted = (): { leave: () => Promise<void> } => {
  const current = { leave: async (): Promise<void> => undefined };
  const end = (): void => void current.leave().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  return current;
};

const run = async ({ document, scenarios: names }: DemoOptions): Promise<void> => {
  const began = performance.now();
  // npm runs scripts in the folder of the package; the path is relative to the folder in which npm was called.
  const own = document === null ? null : await documentImage(document, process.env['INIT_CWD'] ?? process.cwd());
  const interrupted = leaveWhenInterrupted();
  const sandbox = await openSandbox(process.env);
  interrupted.leave = sandbox.leave;
  try {
    say(`Portcullis demo, with ${sandbox.about} (${duration(performance.now() - began)}).`);
    if (own !== null) {
      say(
        `Your photo is sent to ${sandbox.access.baseUrl} on this machine and to nobody else. It is kept ${sandbox.keeps}.`,
      );
    }
    const endings = await playAll(sandbox.access, names, own, growingTable(process.stdout));
    say(`\n${endings.map(endingLine).join('\n')}`);
    const good = endings.filter(isAsExpected).length;
    say(`\n${good} of ${endings.length} scenarios ended as expected, in ${duration(performance.now() - began)}.`);
    process.exitCode = good === endings.length ? 0 : 1;
  } finally {
    await sandbox.leave();
  }
};

const main = async (): Promise<void> => {
  const options = demoOptions(process.argv.slice(2));
  return options === null ? say(usage) : run(options);
};

main().catch((thrown: unknown) => {
  console.error(isDemoFailure(thrown) ? `\n${thrown.message}` : thrown);
  process.exitCode = 1;
});
