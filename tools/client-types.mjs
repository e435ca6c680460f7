// `npm run generate:client` writes `openapi.ts` (types) and `routes.ts` in packages/client/src/api from the description
// of the API. A test asks whether they are those of the description of today.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin, root } from './build/processes.mjs';
import { install, requireNode } from './ensure.mjs';
import { home, must } from './generators/install.mjs';

const targetOf = (name) => join(root, 'packages/client/src/api', name);

const load = (file) => import(`../packages/http/dist/${file}.js`);

/** The description with everything that a service may offer, of no service in particular. */
const descriptionOfCode = async () => {
  const { defaultRequestLimits: limits } = await load('request/config');
  const { openApiDocument } = await load('server');
  const config = {
    allowedOrigins: [],
    publicUrl: null,
    sandbox: true,
    service: 'portcullis',
    version: '1',
    limits,
  };
  const redirects = { toThisMachine: true, originsOf: () => null };
  return openApiDocument({ ...config, startedAt: '2026-01-01T00:00:00.000Z', redirects });
};

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const contentTypes = (part) => Object.keys(part?.content ?? {});

/** Only the schema of each content: examples are not types. */
const contentOf = ({ content }) =>
  Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, { schema }]));

const successesOf = ({ responses }) => Object.entries(responses).filter(([status]) => /^2/.test(status));

/** `view` selects the form of the answer, which the operation says already. */
const isArgument = ({ in: place, name }) => place === 'path' || (place === 'query' && name !== 'view');

/** The parts of an operation that a caller gives and gets. */
const typedOperation = (operation) => {
  const { description, operationId, parameters, requestBody: body, summary } = operation;
  const responses = successesOf(operation).map(([status, response]) => [
    status,
    { description: response.description, content: contentOf(response) },
  ]);
  return {
    operationId,
    summary,
    description,
    parameters: parameters.filter(isArgument),
    ...(body && { requestBody: { required: body.required, content: contentOf(body) } }),
    responses: Object.fromEntries(responses),
  };
};

const typedDescription = (description) => {
  const { components, openapi } = description;
  const paths = {};
  for (const { method, operation, path } of operationsOf(description))
    paths[path] = { ...paths[path], [method.toLowerCase()]: typedOperation(operation) };
  return { openapi, info: { title: 'Portcullis', version: '1' }, paths, components: { schemas: components.schemas } };
};

/** The facts of an operation besides its types that the client needs, in words behind its method and path. */
const routeOf = ({ method, operation, path }) => {
  const { parameters, requestBody, responses, security } = operation;
  const [plain, fragment] = path.split('#');
  const answers = contentTypes(responses['200']);
  const words = [
    fragment === 'summary' ? `${plain}?view=summary` : plain,
    security.length === 0 && 'public',
    parameters.some((parameter) => parameter.in === 'query' && isArgument(parameter)) && 'query',
    contentTypes(requestBody).includes('multipart/form-data') && 'form',
    answers.includes('text/html') && 'text',
    answers.some((type) => type.startsWith('image/')) && 'bytes',
  ];
  return [method, ...words.filter(Boolean)].join(' ');
};

const routesFile = async (description) => {
  const { apiVersion } = await load('middleware/api-version');
  const routes = operationsOf(description).map(
    (one) => `export const ${one.operation.operationId} = '${routeOf(one)}';`,
  );
  const version = '/** The version of the API that is described here. */';
  return ['', version, `export const apiVersion = '${apiVersion}';`, '', ...routes, ''].join('\n');
};

const typesFile = async (description) => {
  const work = mkdtempSync(join(tmpdir(), 'portcullis-client-types-'));
  try {
    const input = join(work, 'description.json');
    const output = join(work, 'types.ts');
    writeFileSync(input, JSON.stringify(typedDescription(description)));
    await must('generate', process.execPath, [join(home, 'client-types.mjs'), input, output]);
    return `\n${readFileSync(output, 'utf8')}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const digestOf = (text) => createHash('sha256').update(text).digest('hex');

/** The head of a file: what it was made from, and its other lines, so that no hand changes them. */
const headOf = (
  source,
  rest,
) => `// Made by \`npm run generate:client\` from the description of the API. Do not edit it.
// The description: ${digestOf(JSON.stringify(source))}
// The lines below: ${digestOf(rest)}
`;

const generate = async (description) => {
  const types = await typesFile(description);
  writeFileSync(targetOf('openapi.ts'), `${headOf(typedDescription(description), types)}${types}`);
  const routes = await routesFile(description);
  writeFileSync(targetOf('routes.ts'), `${headOf(routes, routes)}${routes}`);
};

/** The files that are not those that the description of the code, or another one, would have made. */
export const staleFiles = async (given) => {
  const description = given ?? (await descriptionOfCode());
  const sources = { 'openapi.ts': typedDescription(description), 'routes.ts': await routesFile(description) };
  return Object.entries(sources).flatMap(([name, source]) => {
    const text = readFileSync(targetOf(name), 'utf8');
    const begin = text.indexOf('\n\n') + 1;
    return text.slice(0, begin) === headOf(source, text.slice(begin)) ? [] : [name];
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await install();
  // Without the client: the present description may not fit the files there.
  await must('tsc', process.execPath, [bin('tsc'), '-b', 'packages/http']);
  await generate(await descriptionOfCode());
}
