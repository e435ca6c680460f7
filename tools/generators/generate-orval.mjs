// node generate-orval.mjs <description> <folder> <address>: writes the client of orval into the folder.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'orval';

const [description = '', folder = '', address = ''] = process.argv.slice(2);

/** The output of orval depends on the packages of the program that will use it. */
const packageJson = fileURLToPath(new URL('package.json', import.meta.url));

await generate({
  input: { target: description },
  output: { target: join(folder, 'orval.gen.ts'), client: 'fetch', mode: 'single', baseUrl: address, packageJson },
});
