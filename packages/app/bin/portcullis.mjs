#!/usr/bin/env node
// `npx portcullis <command>` runs an operator's command. Each command is a separate program in dist/cli.
import { existsSync } from 'node:fs';

const commands = {
  doctor: '../dist/cli/doctor.js',
  hold: '../dist/cli/hold.js',
  keys: '../dist/cli/keys.js',
  ledger: '../dist/cli/ledger.js',
  list: '../dist/cli/list.js',
  policy: '../dist/cli/policy.js',
  replay: '../dist/cli/replay.js',
  retention: '../dist/cli/retention.js',
};

const [command = ''] = process.argv.slice(2);
const program = Object.hasOwn(commands, command) ? new URL(commands[command], import.meta.url) : undefined;

if (program === undefined) {
  const isAsked = ['-h', '--help'].includes(command);
  const usage = `Usage: npx portcullis <${Object.keys(commands).join('|')}>\nEach of them says more with --help.`;
  (isAsked ? console.log : console.error)(usage);
  process.exitCode = isAsked ? 0 : 64;
} else if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('Portcullis is not built yet: run npm install and npm run build first.');
  process.exitCode = 69;
}
