import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Command } from '#cli/command/command-line';
import { accessLogCommand } from '#cli/commands/access-log-command';
import { backupCommand } from '#cli/commands/backup-command';
import { copyCommand } from '#cli/commands/copy-command';
import { endpointsCommand } from '#cli/commands/endpoints-command';
import { holdCommand } from '#cli/commands/hold-command';
import { keysCommand } from '#cli/commands/keys-command';
import { listCommand } from '#cli/commands/list-command';
import { migrateCommand } from '#cli/commands/migrate-command';
import { retentionCommand } from '#cli/commands/retention-command';
import { sandboxCommand } from '#cli/commands/sandbox-command';
import { staffCommand } from '#cli/commands/staff-command';
import { tokenCommand } from '#cli/commands/token-command';
import { triggerCommand } from '#cli/commands/trigger-command';
import { versionCommand } from '#cli/commands/version-command';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { eventsCommand } from '#cli/events/events-command';
import { initCommand } from '#cli/init/init-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { listenCommand } from '#cli/listen/listen-command';
import { policyCommand } from '#cli/policy/policy-command';
import { replayCommand } from '#cli/replay/replay-command';
import { root, textOf } from '../../support/repository/files.ts';
import { startProgram } from '../../support/servers/program.ts';
import {
  type CommandRun,
  runCommand,
  runPortcullis,
  runSeparately,
  type SeparateRun,
} from '../../support/services/commands.ts';

const commands: Readonly<Record<string, Command>> = {
  'access-log': accessLogCommand,
  backup: backupCommand,
  copy: copyCommand,
  doctor: doctorCommand,
  endpoints: endpointsCommand,
  erasures: erasuresCommand,
  events: eventsCommand,
  hold: holdCommand,
  init: initCommand,
  keys: keysCommand,
  ledger: ledgerCommand,
  list: listCommand,
  listen: listenCommand,
  migrate: migrateCommand,
  policy: policyCommand,
  replay: replayCommand,
  retention: retentionCommand,
  sandbox: sandboxCommand,
  staff: staffCommand,
  token: tokenCommand,
  trigger: triggerCommand,
  version: versionCommand,
};

const programUrl = pathToFileURL(join(root, 'packages/cli/bundle/main.js')).href;

const callEach = `
const calls = JSON.parse(process.argv[1]);
const runs = [];
let lines = [];
const print = console.log;
// Each call waits until its output was taken.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(3 * calls.length);
console.log = console.error = (line) => void lines.push(...line.split('\\n'));
for (const [n, args] of calls.entries()) {
  process.argv = ['node', 'main.js', ...args];
  const ended = new Promise((resolve) => {
    process.exit = resolve;
  });
  await import('${programUrl}?' + n);
  // A usage that is wrong sets the code, and everything else exits.
  runs.push({ code: process.exitCode ?? (await ended), lines });
  process.exitCode = undefined;
  lines = [];
}
print(JSON.stringify(runs));
`;

/** Runs the program with each of these arguments, in one process: most of the time of a process is for its start. */
const runEach = async (...calls: readonly (readonly string[])[]): Promise<readonly CommandRun[]> => {
  const args = ['--input-type=module', '--eval', callEach, JSON.stringify(calls)];
  const program = startProgram(process.execPath, args, { cwd: join(root, 'test') });
  expect((await program.ended).code, program.printed()).to.equal(0);
  return JSON.parse(program.printed());
};

describe('the commands of npx portcullis', function () {
  this.timeout(120_000);

  it('are listed in the help with what they are for, and where none is called', async () => {
    const asked = await runPortcullis({}, '--help');
    expect(asked.code).to.equal(0);
    const listed = asked.lines.flatMap((line) => /^ {2}([a-z-]+) {2,}\w/.exec(line)?.[1] ?? []);
    expect(listed).to.deep.equal(Object.keys(commands));
    const [short, none, help, helpOfHold, hold] = await runEach(
      ['-h'],
      [],
      ['help'],
      ['help', 'hold'],
      ['hold', '--help'],
    );
    expect([short, help]).to.deep.equal([asked, asked]);
    expect(none).to.deep.equal({ ...asked, code: 64 });
    expect(hold?.code).to.equal(0);
    expect(helpOfHold).to.deep.equal(hold);
  });

  it('are suggested for one that is mistyped, and have the version of the package', async () => {
    const { version } = JSON.parse(textOf('packages/cli/package.json'));
    expect(await runEach(['polcy'], ['--version'])).to.deep.equal([
      { code: 64, lines: ['There is no command polcy. Did you mean policy?', 'npx portcullis --help says more.'] },
      { code: 0, lines: [version] },
    ]);
  });

  it('are found behind --json, and never end well without being called', async () => {
    const { version } = JSON.parse(textOf('packages/cli/package.json'));
    const first = (name: string) => ({
      code: 64,
      lines: [`Put the command first: npx portcullis ${name} …`, 'npx portcullis --help says more.'],
    });
    const json = ['--json', 'version'];
    const calls = [json, ['--', 'doctor'], ['', 'migrate'], ['--json', 'ledger', 'verify', '--nope'], ['help', 'nope']];
    expect(await runEach(...calls)).to.deep.equal([
      { code: 0, lines: [JSON.stringify({ version })] },
      first('doctor'),
      first('migrate'),
      { code: 64, lines: [JSON.stringify({ error: 'usage', message: 'There is no option --nope.' })] },
      { code: 64, lines: ['There is no command nope. Did you mean copy?', 'npx portcullis --help says more.'] },
    ]);
  });

  it('print their usage and exit codes with --help, and do nothing else', async () => {
    const names = Object.keys(commands);
    const runs = await runEach(...names.map((name) => [name, '--help']));
    expect(runs).to.have.length(names.length);
    for (const [n, { code, lines }] of runs.entries()) {
      const command = names[n];
      expect(code, command).to.equal(0);
      expect(lines[0], command).to.match(new RegExp(`^Usage: npx portcullis ${command}\\b`));
      expect(lines.join(' '), command).to.match(/Exit code: 0 when .*\b64 for .*\.\s*$/);
      expect(lines.join(' '), command).to.not.include('something is wrong');
      expect(Math.max(...lines.map((line) => line.length)), command).to.be.at.most(140);
    }
  });

  it('stand in the table of their page', () => {
    const rows = [...textOf('docs/cli.md').matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, name]) => name);
    expect(rows).to.have.members(Object.keys(commands));
  });

  it('exit with 64 and print their usage for unknown arguments, without an environment', async () => {
    for (const [name, command] of Object.entries(commands)) {
      const { code, lines } = await runCommand(command, {}, '--nonsense');
      expect(code, name).to.equal(64);
      expect(lines.join('\n'), name).to.include(`npx portcullis ${name}`);
    }
  });

  /** What was printed, where each line of it is an object, as a program reads it. */
  const readBack = ({ errors, lines }: SeparateRun): readonly unknown[] =>
    [...lines, ...errors].map((line) => {
      const object: unknown = JSON.parse(line);
      expect(object).to.be.an('object');
      return object;
    });

  it('answer a program with --json in objects alone, an error on standard error with its word', async () => {
    for (const [name, command] of Object.entries(commands)) {
      const unknown = await runSeparately(command, {}, '--nonsense', '--json');
      const [usage] = readBack(unknown);
      expect([unknown.code, unknown.lines, unknown.errors.length], name).to.deep.equal([64, [], 1]);
      expect(usage, name).to.include({ error: 'usage' });
      // It needs nothing, and would make a file here.
      if (name === 'init') continue;
      const bare = await runSeparately(command, {}, '--json');
      const last = readBack(bare).at(-1);
      expect(last, name).to.have.property(bare.code === 0 ? 'version' : 'error');
    }
    const listed = await runSeparately(triggerCommand, {}, '--list', '--json');
    expect(readBack(listed)[0]).to.have.all.keys('name', 'description');
    const schema = await runSeparately(policyCommand, {}, 'schema', '--json');
    expect(readBack(schema)).to.have.length(1);
    const refused = await runSeparately(staffCommand, {}, 'list', '--json');
    expect(readBack(refused)).to.have.length(1);
    expect(refused.errors[0]).to.match(/^\{"error":"configuration","message":"DATABASE_URL /);
  });

  it('answer a program with --json also where none is known, and say the release behind every command', async () => {
    const { version } = JSON.parse(textOf('packages/cli/package.json'));
    const [unknown, ...others] = await runEach(
      ['polcy', '--json'],
      ['version'],
      ['staff', 'list', '--version'],
      ['doctor', '--version', '--json'],
      ['--version', '--json'],
      ['--json', '-V'],
    );
    expect(unknown?.code).to.equal(64);
    const message = 'There is no command polcy. Did you mean policy?';
    expect(JSON.parse(unknown?.lines.join('\n') ?? '')).to.deep.equal({ error: 'usage', message });
    const said = { code: 0, lines: [version] };
    const saidAsJson = { code: 0, lines: [JSON.stringify({ version })] };
    expect(others).to.deep.equal([said, said, saidAsJson, saidAsJson, saidAsJson]);
  });
});
