// node generate.mjs <description> <folder>: writes the clients of two generators into the folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [description = '', folder = ''] = process.argv.slice(2);

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
