#!/usr/bin/env node
// `npx portcullis <command>` runs an operator's command.
import { existsSync } from 'node:fs';

const program = new URL('../bundle/main.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('Portcullis is not built yet: run npm install and npm run build first.');
  process.exitCode = 69;
}
