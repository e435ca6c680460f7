import { relative, resolve } from 'node:path';
import { E } from '@portcullis/domain';
import { endSignals } from './command/end-signals.ts';
import { isDemoFailure } from './demo/failure.ts';
import { makePeople } from './demo/people.ts';
import { parseSandboxArgs, readSandboxOptions } from './sandbox/options.ts';
import { personLink } from './sandbox/person-link.ts';
import { type RunningSandbox, type SandboxInfo, startSandbox } from './sandbox/sandbox.ts';
import { isSandboxError } from './sandbox/sandbox-error.ts';
import { sandboxMember } from './sandbox/staff-login.ts';

type Line = readonly [string, string];

/** The lines of the banner that need a client. */
const clientLines = ({ base_url, client_id }: SandboxInfo): readonly Line[] =>
  client_id === ''
    ? [['Client', 'none with a secret in clear (SANDBOX_CLIENTS_JSON)']]
    : [
        ['Guide', `${base_url}/docs/guide`],
        ['Token', 'npx portcullis token'],
      ];

/** What its user opens first, and how they sign in. Everything else is in `sandbox.json`. */
const banner = ({ info, staff }: RunningSandbox, folder: string, link: string | null): string => {
  const page: readonly Line[] = link === null ? [] : [['Page', link]];
  const lines: readonly Line[] = [
    ...page,
    ...(staff === null
      ? []
      : [['Console', `${info.base_url}/console (user ${staff.username}, password ${staff.password})`] as const]),
    ['Docs', `${info.base_url}/docs`],
    ...clientLines(info),
    ['Partner', "npm run example -- partner-express (a partner's program), npm run demo (three people, call by call)"],
  ];
  return `
Portcullis sandbox: the database and the reading of documents are real; liveness, faces and devices are simulated.
Not for real people's documents.

${lines.map(([name, text]) => `  ${name.padEnd(7)}  ${text}`).join('\n')}

The client's secret, and all of this for scripts: ${folder}/sandbox.json. The log: ${folder}/log.jsonl
Passports to show the page: test/fixtures/specimens
Ctrl-C stops everything.
`;
};

/** The path of a folder as the user would type it here. */
const displayPath = (folder: string): string => {
  const near = relative(process.cwd(), folder);
  return near.startsWith('..') ? resolve(folder) : near || '.';
};

const stopLimitMs = 9000;

/**
 * Resolves at the first signal, also during the start. Later signals change nothing: npm forwards an interrupt twice.
 */
const firstInterrupt = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of endSignals) process.on(signal, () => resolve());
  });

const stop = async (sandbox: RunningSandbox): Promise<void> => {
  setTimeout(() => process.exit(1), stopLimitMs).unref();
  await sandbox.stop();
  console.log('The sandbox has stopped.');
};

/** Makes the people that were asked for, and says so. A sandbox that could not make them all runs all the same. */
const addPeople = async (sandbox: RunningSandbox, count: number): Promise<void> => {
  if (count === 0) return;
  if (sandbox.info.client_id === '') return console.error('No people were made: no client has a secret in clear.');
  console.log(`Making ${count} people, with a photo each that is really read. It takes about two seconds for one.`);
  try {
    await makePeople(sandbox, count, (there) => {
      if (there % 10 === 0 || there === count) console.log(`  ${there} of ${count} people are there.`);
    });
  } catch (cause) {
    if (!isDemoFailure(cause)) throw cause;
    console.error(`Not all people were made. ${cause.message}`);
  }
};

const main = async (): Promise<void> => {
  const interrupt = firstInterrupt().then(() => 'interrupt' as const);
  const args = parseSandboxArgs(process.argv.slice(2), { print: console.log, printError: console.error });
  if (E.isLeft(args)) process.exit(args.left);
  const { database, fresh, people } = args.right;
  const options = { ...readSandboxOptions(process.env), database, isFresh: fresh, member: sandboxMember };
  const sandbox = await startSandbox(options);
  const ended = sandbox.databaseEnded.then(() => 'database' as const);
  if ((await Promise.race([interrupt, ended, addPeople(sandbox, people)])) === 'interrupt') return stop(sandbox);
  console.log(banner(sandbox, displayPath(options.folder), await personLink(sandbox.info)));
  if ((await Promise.race([interrupt, ended])) === 'database') {
    console.error('The database of the sandbox has ended by itself.');
    process.exitCode = 1;
  }
  await stop(sandbox);
};

main().catch((cause: unknown) => {
  console.error(isSandboxError(cause) ? cause.message : cause);
  process.exit(isSandboxError(cause) ? cause.exitCode : 1);
});
