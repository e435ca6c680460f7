import { type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { endSignals } from './command/end-signals.ts';
import { type DemoImage, documentImage, specimenImage } from './demo/document-image.ts';
import { isDemoFailure } from './demo/failure.ts';
import { openSandbox } from './demo/open-sandbox.ts';
import { type DemoOptions, parseDemoArgs } from './demo/options.ts';
import { isAsExpected, playScenario, type SandboxAccess, type ScenarioResult } from './demo/play.ts';
import { createTable, duration, type Table } from './demo/table.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const resultLine = (ending: ScenarioResult): string => {
  const { scenario, status, reasons, calls, ms } = ending;
  const how = [status, ...reasons].join(', ');
  const mark = isAsExpected(ending) ? 'as expected' : 'NOT as expected';
  return `  ${scenario.padEnd(38)} ${how.padEnd(52)} ${String(calls).padStart(3)} calls ${duration(ms).padStart(8)}  ${mark}`;
};

/** Plays the chosen scenarios one after the other; a failure ends the demo. */
const playScenarios = async (
  access: SandboxAccess,
  names: readonly ScenarioName[],
  own: DemoImage | null,
  table: Table,
): Promise<readonly ScenarioResult[]> => {
  const endings: ScenarioResult[] = [];
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
const closeWhenInterrupted = (): { leave: () => Promise<void> } => {
  const current = { leave: async (): Promise<void> => undefined };
  const end = (): void => void current.leave().finally(() => process.exit(130));
  for (const signal of endSignals) process.on(signal, end);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  return current;
};

const run = async ({ document, scenarios: names }: DemoOptions): Promise<void> => {
  const began = performance.now();
  // npm runs scripts in the folder of the package; the path is relative to the folder in which npm was called.
  const own = document === null ? null : await documentImage(document, process.env['INIT_CWD'] ?? process.cwd());
  const interrupted = closeWhenInterrupted();
  const sandbox = await openSandbox(process.env);
  interrupted.leave = sandbox.close;
  try {
    print(`Portcullis demo, with ${sandbox.description} (${duration(performance.now() - began)}).`);
    if (own !== null) {
      print(
        `Your photo is sent to ${sandbox.access.baseUrl} on this machine and to nobody else. It is kept ${sandbox.photoRetention}.`,
      );
    }
    const endings = await playScenarios(sandbox.access, names, own, createTable(print));
    print(`\n${endings.map(resultLine).join('\n')}`);
    const good = endings.filter(isAsExpected).length;
    print(`\n${good} of ${endings.length} scenarios ended as expected, in ${duration(performance.now() - began)}.`);
    process.exitCode = good === endings.length ? 0 : 1;
  } finally {
    await sandbox.close();
  }
};

const main = async (): Promise<void> => {
  const options = parseDemoArgs(process.argv.slice(2), { print, printError: console.error });
  if (E.isRight(options)) return run(options.right);
  process.exitCode = options.left;
};

main().catch((thrown: unknown) => {
  console.error(isDemoFailure(thrown) ? `\n${thrown.message}` : thrown);
  process.exitCode = 1;
});
