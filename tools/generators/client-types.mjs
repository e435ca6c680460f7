// node client-types.mjs <description> <file>: writes the types of the operations and schemas of a description.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [description = '', file = ''] = process.argv.slice(2);

/** The generator knows no type for bytes; its documentation has them named like this. */
const bytesAsBlob = ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined);

const described = JSON.parse(readFileSync(description, 'utf8'));
const hasOperations = Object.keys(described.paths).length > 0;

const nodes = await openapiTypes(described, {
  transform: bytesAsBlob,
  immutable: true,
  rootTypes: hasOperations,
  rootTypesNoSchemaPrefix: true,
});
/** The client finds everything by the id of an operation or the name of a schema, and the console by the latter. */
const unused = new Set(['paths', 'webhooks', '$defs', ...(hasOperations ? [] : ['operations'])]);
const text = astToString(nodes.filter(({ name }) => !unused.has(name?.text)));

/** The parts that say nothing: parts that no operation has, headers of any name, and the kind of a list of values. */
const silent = [
  /^ *readonly (?:header|cookie)\?: never;\n/gm,
  /^ *headers: \{\n *readonly \[name: string\]: unknown;\n *\};\n/gm,
  /^ *\* @enum \{string\}\n/gm,
];
const spoken = silent.reduce((rest, pattern) => rest.replace(pattern, ''), text);
writeFileSync(file, spoken.replace(/\/\*\*\n *\* (@description .*)\n *\*\//g, '/** $1 */'));
