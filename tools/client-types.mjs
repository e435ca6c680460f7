// `npm run generate:client` writes `openapi.ts` (types) and `routes.ts` in packages/client/src/api from the description
// of the API, and `openapi.ts` and `words.ts` in packages/console/src/model from that of what staff may call. A test
// asks whether they are those of the descriptions of today.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin, root } from './build/processes.mjs';
import { install, requireNode } from './ensure.mjs';
import { home, must } from './generators/install.mjs';

const load = (file) => import(`../packages/http/dist/${file}.js`);

/** The two descriptions with everything that a service may offer, of no service in particular. */
const descriptionsOfCode = async () => {
  const { defaultRequestLimits: limits } = await load('request/config');
  const { openApiDocument, staffDocument } = await load('server');
  const config = {
    allowedOrigins: [],
    publicUrl: null,
    sandbox: true,
    service: 'portcullis',
    version: '1',
    limits,
  };
  const redirects = { toThisMachine: true, originsOf: () => null };
  const given = { ...config, startedAt: '2026-01-01T00:00:00.000Z', redirects };
  return { api: openApiDocument(given), staff: staffDocument(given) };
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

/** What the query of each operation that has one may hold, as schemas by the id of the operation. */
const queriesOf = (description) => {
  const queries = operationsOf(description).flatMap(({ operation: { operationId, parameters } }) => {
    const fields = parameters.filter((parameter) => parameter.in === 'query');
    if (fields.length === 0) return [];
    const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    return [[`${operationId}Query`, { type: 'object', additionalProperties: false, properties, required }]];
  });
  return Object.fromEntries(queries);
};

/** The bodies and queries of a description, without its operations. */
const schemasOf = (description) => ({
  openapi: description.openapi,
  info: { title: 'Portcullis', version: '1' },
  paths: {},
  components: { schemas: { ...description.components.schemas, ...queriesOf(description) } },
});

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

/** The lists of words that the console offers, by the names that it has for them. */
const wordsOf = ({ components: { schemas } }) => {
  const { AddToList, CreateClient, EventType, Outcome, ReviewDecision, StaffMember, Status, Step } = schemas;
  return {
    claimFilters: schemas.listReviewsQuery.properties.claimed.enum,
    clientScopes: CreateClient.properties.scopes.items.enum,
    eventTypes: EventType.enum,
    fingerprintKinds: AddToList.properties.kind.enum,
    listNames: AddToList.properties.list.enum,
    outcomes: ReviewDecision.properties.outcome.enum,
    searchKinds: StaffMember.properties.search_by.items.enum,
    statuses: Status.enum,
    steps: Step.enum,
    systemOutcomes: Outcome.enum,
  };
};

const wordsFile = (description) =>
  Object.entries(wordsOf(description))
    .map(
      ([name, words]) => `\nexport const ${name} = [\n${words.map((word) => `  '${word}',\n`).join('')}] as const;\n`,
    )
    .join('');

const digestOf = (text) => createHash('sha256').update(text).digest('hex');

/** The head of a file: what it was made from, and its other lines, so that no hand changes them. */
const headOf = (
  source,
  rest,
) => `// Made by \`npm run generate:client\` from what describes the API, or its part for staff. Do not edit it.
// The description: ${digestOf(JSON.stringify(source))}
// The lines below: ${digestOf(rest)}
`;

/** Every file with what it is made from, and how. */
const filesOf = async ({ api, staff }) => [
  { path: 'packages/client/src/api/openapi.ts', source: typedDescription(api), make: typesFile },
  { path: 'packages/client/src/api/routes.ts', source: await routesFile(api), make: (routes) => routes },
  { path: 'packages/console/src/model/openapi.ts', source: schemasOf(staff), make: typesFile },
  { path: 'packages/console/src/model/words.ts', source: wordsFile(schemasOf(staff)), make: (words) => words },
];

const generate = async (descriptions) => {
  for (const { make, path, source } of await filesOf(descriptions)) {
    const text = await make(source);
    writeFileSync(join(root, path), `${headOf(source, text)}${text}`);
  }
};

/** The files that are not those that the descriptions of the code, or others, would have made. */
export const staleFiles = async (given) => {
  const files = await filesOf({ ...(await descriptionsOfCode()), ...given });
  return files.flatMap(({ path, source }) => {
    const text = readFileSync(join(root, path), 'utf8');
    const begin = text.indexOf('\n\n') + 1;
    return text.slice(0, begin) === headOf(source, text.slice(begin)) ? [] : [path];
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await install();
  // Without the client and the console: the present descriptions may not fit the files there.
  await must('tsc', process.execPath, [bin('tsc'), '-b', 'packages/http']);
  await generate(await descriptionsOfCode());
}
