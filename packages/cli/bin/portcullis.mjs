#!/usr/bin/env node
// `npx portcullis <command>` runs an operator's command. Each command is a separate program in dist.
import { existsSync } from 'node:fs';

const commands = {
  doctor: '../dist/doctor.js',
  hold: '../dist/hold.js',
  keys: '../dist/keys.js',
  ledger: '../dist/ledger.js',
  list: '../dist/list.js',
  policy: '../dist/policy.js',
  replay: '../dist/replay.js',
  retention: '../dist/retention.js',
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
