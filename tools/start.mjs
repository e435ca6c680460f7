// `npm start` runs the service, or says that it is not built yet.
import { existsSync } from 'node:fs';

const program = new URL('../packages/app/bundle/main.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('Portcullis is not built yet: run npm install and npm run build first.');
  process.exitCode = 69;
}
