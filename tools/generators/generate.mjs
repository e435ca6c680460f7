// node generate.mjs <description> <folder> <address>: writes the clients of the three generators into the folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import ts from 'typescript';

const [description = '', folder = '', address = ''] = process.argv.slice(2);

/** The generator knows no type for bytes; its documentation has them named like this. */
const bytesAsBlob = ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined);

const types = await openapiTypes(JSON.parse(readFileSync(description, 'utf8')), { transform: bytesAsBlob });
writeFileSync(join(folder, 'openapi-typescript.gen.ts'), astToString(types));

await createClient({
  input: description,
  output: { path: join(folder, 'hey-api') },
  plugins: ['@hey-api/client-fetch'],
  logs: { level: 'silent' },
});

/** What orval writes depends on the packages of the program that will use it. */
const packageJson = fileURLToPath(new URL('package.json', import.meta.url));

await generate({
  input: { target: description },
  output: { target: join(folder, 'orval.gen.ts'), client: 'fetch', mode: 'single', baseUrl: address, packageJson },
});
