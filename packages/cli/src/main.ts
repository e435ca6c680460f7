import { loadEnvFile, silenceNodeWarning } from '@portcullis/app/configuration';
import type { Command } from './command/define-command.ts';
import { flushed } from './command/flushed.ts';

/** Each command is loaded only when it is called, because most of them need little of what the others need. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'access-log': async () => (await import('./access-log-command.ts')).accessLogCommand,
  backup: async () => (await import('./backup/backup-command.ts')).backupCommand,
  copy: async () => (await import('./copy-command.ts')).copyCommand,
  doctor: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  endpoints: async () => (await import('./events/endpoints-command.ts')).endpointsCommand,
  erasures: async () => (await import('./backup/erasures-command.ts')).erasuresCommand,
  events: async () => (await import('./events/events-command.ts')).eventsCommand,
  hold: async () => (await import('./retention/hold-command.ts')).holdCommand,
  keys: async () => (await import('./keys-command.ts')).keysCommand,
  ledger: async () => (await import('./ledger/ledger-command.ts')).ledgerCommand,
  list: async () => (await import('./list-command.ts')).listCommand,
  listen: async () => (await import('./events/listen-command.ts')).listenCommand,
  migrate: async () => (await import('./migrate-command.ts')).migrateCommand,
  policy: async () => (await import('./policy/policy-command.ts')).policyCommand,
  replay: async () => (await import('./replay/replay-command.ts')).replayCommand,
  retention: async () => (await import('./retention/retention-command.ts')).retentionCommand,
  staff: async () => (await import('./staff-command.ts')).staffCommand,
  trigger: async () => (await import('./events/trigger-command.ts')).triggerCommand,
};

/** `EX_SOFTWARE` of sysexits(3). */
const exitCrashed = 70;

/** `EX_CONFIG`. */
const exitBadConfiguration = 78;

const runCommand = async ({ crashMessage, run }: Command, args: readonly string[]): Promise<number> => {
  try {
    return await run(args, process.env, { print: console.log, printError: console.error });
  } catch (cause) {
    console.error(`${crashMessage} (${cause instanceof Error ? cause.name : typeof cause}).`);
    return exitCrashed;
  }
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (load === undefined) {
  const isAsked = ['-h', '--help'].includes(name);
  const usage = `Usage: npx portcullis <${Object.keys(commands).join('|')}>\nEach of them says more with --help.`;
  (isAsked ? console.log : console.error)(usage);
  process.exitCode = isAsked ? 0 : 64;
} else {
  silenceNodeWarning(process.env);
  const fileFault = loadEnvFile(process.env);
  if (fileFault !== null) console.error(fileFault);
  // The process exits explicitly, because a connection that a database or a vendor keeps open would delay its end.
  const code = fileFault === null ? await runCommand(await load(), args) : exitBadConfiguration;
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(code);
}
