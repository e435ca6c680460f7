#!/usr/bin/env node
// `npx portcullis <command>`: the commands of an operator. Each is a program of its own below dist/cli.
import { existsSync } from 'node:fs';

const commands = {
  doctor: '../dist/cli/doctor.js',
  keys: '../dist/cli/keys.js',
  ledger: '../dist/cli/ledger.js',
  list: '../dist/cli/list.js',
  policy: '../dist/cli/policy.js',
  replay: '../dist/cli/replay.js',
};

const [command = ''] = process.argv.slice(2);
const program = Object.hasOwn(commands, command) ? new URL(commands[command], import.meta.url) : undefined;

if (program === undefined) {
  console.error(`Usage: npx portcullis <${Object.keys(commands).join('|')}>`);
  process.exitCode = 64;
} else if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('Portcullis is not built yet: run npm install and npm run build first.');
  process.exitCode = 69;
}
