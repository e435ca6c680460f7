import { loadEnvFile, silenceNodeWarning, version } from '@portcullis/app/configuration';
import { type Command, commandLine, exitCodeOf } from './command/command-line.ts';
import { flushed } from './command/flushed.ts';
import { asksForJson, errorJson, withoutJson } from './command/output.ts';

type Listed = { readonly summary: string; readonly load: () => Promise<Command> };

/** Each command is loaded only when it is called, because most of them need little of what the others need. */
const commands: Readonly<Record<string, Listed>> = {
  'access-log': {
    summary: 'prints who has looked at what',
    load: async () => (await import('./commands/access-log-command.ts')).accessLogCommand,
  },
  backup: {
    summary: "fetches PocketBase's own backup of everything",
    load: async () => (await import('./commands/backup-command.ts')).backupCommand,
  },
  copy: {
    summary: 'moves the records of a PocketBase into a PostgreSQL',
    load: async () => (await import('./commands/copy-command.ts')).copyCommand,
  },
  doctor: {
    summary: 'checks the configuration, the database and the vendors',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  endpoints: {
    summary: 'looks after webhook endpoints and their log',
    load: async () => (await import('./commands/endpoints-command.ts')).endpointsCommand,
  },
  erasures: {
    summary: 'keeps who was erased, and erases them again',
    load: async () => (await import('./erasures/erasures-command.ts')).erasuresCommand,
  },
  events: {
    summary: 'prints events as they come, or posts earlier ones again',
    load: async () => (await import('./events/events-command.ts')).eventsCommand,
  },
  hold: {
    summary: 'keeps a profile from being erased',
    load: async () => (await import('./commands/hold-command.ts')).holdCommand,
  },
  init: {
    summary: 'makes the .env of a new deployment, with its secrets',
    load: async () => (await import('./init/init-command.ts')).initCommand,
  },
  keys: {
    summary: 'shows and rotates the keys for data at rest',
    load: async () => (await import('./commands/keys-command.ts')).keysCommand,
  },
  ledger: {
    summary: 'verifies the ledger, keeps checkpoints, exports evidence packs',
    load: async () => (await import('./ledger/ledger-command.ts')).ledgerCommand,
  },
  list: {
    summary: 'blocks and allows documents, persons and devices',
    load: async () => (await import('./commands/list-command.ts')).listCommand,
  },
  listen: {
    summary: 'posts events to a receiver on this machine',
    load: async () => (await import('./listen/listen-command.ts')).listenCommand,
  },
  migrate: {
    summary: 'brings the schema of a PostgreSQL to that of this release',
    load: async () => (await import('./commands/migrate-command.ts')).migrateCommand,
  },
  policy: {
    summary: 'lints, adds and shows policies',
    load: async () => (await import('./policy/policy-command.ts')).policyCommand,
  },
  replay: {
    summary: 'makes decisions again, also under a draft of a policy',
    load: async () => (await import('./replay/replay-command.ts')).replayCommand,
  },
  retention: {
    summary: 'lists what retention would erase',
    load: async () => (await import('./commands/retention-command.ts')).retentionCommand,
  },
  sandbox: {
    summary: 'moves the clock of a sandbox',
    load: async () => (await import('./commands/sandbox-command.ts')).sandboxCommand,
  },
  staff: {
    summary: 'looks after the members of staff and their roles',
    load: async () => (await import('./commands/staff-command.ts')).staffCommand,
  },
  token: {
    summary: 'prints a machine token',
    load: async () => (await import('./commands/token-command.ts')).tokenCommand,
  },
  trigger: {
    summary: 'takes a person through a sandbox to the end of a scenario',
    load: async () => (await import('./commands/trigger-command.ts')).triggerCommand,
  },
  version: {
    summary: 'says which release this is',
    load: async () => (await import('./commands/version-command.ts')).versionCommand,
  },
};

const output = {
  print: (line: string): void => console.log(line),
  printError: (line: string): void => console.error(line),
};

const given = process.argv.slice(2);

/** Says what is wrong where no command can say it, and answers the exit code: 70 and 78 are those of sysexits(3). */
const sayError = <Code extends 64 | 70 | 78>(code: Code, message: string): Code => {
  console.error(asksForJson(given) ? errorJson(code, message) : message);
  return code;
};

const runCommand = async ({ crashMessage, run }: Command, args: readonly string[]): Promise<number> => {
  try {
    return await run(args, process.env, output);
  } catch (cause) {
    return sayError(70, `${crashMessage} (${cause instanceof Error ? cause.name : typeof cause}).`);
  }
};

/** The text where no command is called: the list of them, the version, or what is wrong with the arguments. */
const sayUsage = async (args: readonly string[]): Promise<number> => {
  const refusals: string[] = [];
  const program = commandLine('npx portcullis', { ...output, printError: (text) => void refusals.push(text) })
    .description('The commands of Portcullis. Each of them says more with --help.')
    .version(version)
    .helpCommand(false);
  for (const [name, { summary }] of Object.entries(commands)) {
    program
      .command(name)
      .description(summary)
      .action(() => program.error(`Put the command first: npx portcullis ${name} …`));
  }
  const code = await exitCodeOf(
    () => program.parseAsync(args, { from: 'user' }),
    () => 0,
  );
  const told = asksForJson(given) ? refusals.slice(0, 1) : refusals;
  if (told.length > 0) sayError(64, told.join('\n'));
  return code;
};

/** The command first, where `--json` was given before it. */
const commandFirst = (all: readonly string[]): readonly string[] => {
  const at = all.findIndex((one) => one !== '--json');
  return at < 1 ? all : [...all.slice(at, at + 1), '--json', ...all.slice(at + 1)];
};

/**
 * The arguments as they were meant: `help` asks for the list of commands, or for what one of them says of itself, and
 * `--version` for the release, alone and behind a command.
 */
const asked = (all: readonly string[]): readonly string[] => {
  const [first = '', ...others] = commandFirst(all);
  if (first === 'help') {
    const named = withoutJson(others);
    const isUnknown = named[0] !== undefined && !Object.hasOwn(commands, named[0]);
    return isUnknown ? named : [...named, '--help'];
  }
  const isVersion = (one: string): boolean => one === '--version' || one === '-V';
  const asksForVersion = isVersion(first) || (Object.hasOwn(commands, first) && others.includes('--version'));
  return asksForVersion ? ['version', ...others.filter((one) => one === '--json')] : [first, ...others];
};

const [name = '', ...args] = asked(given);
const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (chosen === undefined) {
  process.exitCode = await sayUsage(withoutJson([name, ...args]).filter((arg) => arg !== ''));
} else {
  silenceNodeWarning(process.env);
  const found = loadEnvFile(process.env);
  // A broken file stops every command but the one that makes a new one.
  const fileFault = name === 'init' ? null : found;
  // The process exits explicitly, because a connection that a database or a vendor keeps open would delay its end.
  const code = fileFault === null ? await runCommand(await chosen.load(), args) : sayError(78, fileFault);
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(code);
}
