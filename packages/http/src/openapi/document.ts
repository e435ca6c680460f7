import type { JsonSchema } from '@portcullis/domain/kernel';
import { schemaTexts } from '../descriptions/texts/schema-texts.ts';
import { scopeTexts, tagTexts } from '../descriptions/texts/service-texts.ts';
import { apiVersion } from '../middleware/api-version.ts';
import type { Codec } from '../request/codecs.ts';
import type { HttpConfig } from '../request/config.ts';
import type { Route } from '../routes/route.ts';
import { describedSchema, textsOf } from './field-texts.ts';
import { findSchemas } from './named-schemas.ts';
import { buildOperations, formSchema, problemExamples } from './operation.ts';
import { enumerations, shareEnumerations } from './references.ts';
import { inlineSchema, type NamedSchemas } from './schema.ts';
import { describedWebhooks } from './webhooks.ts';

const securitySchemes = {
  machine: {
    type: 'oauth2',
    description: "A machine token of a partner's server.",
    flows: { clientCredentials: { tokenUrl: '/api/auth/token', scopes: scopeTexts } },
  },
  flow: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A flow token: for one profile, from the fragment of its verification URL.',
  },
};

const headers = {
  'Request-Id': {
    description: "The caller's, where it was well formed, else a new one.",
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  'Portcullis-Version': {
    description: 'The version of the API by which the answer was made. A request may name the one that it expects.',
    schema: { type: 'string', format: 'date' },
  },
  ETag: { description: 'The version of what was answered.', schema: { type: 'string' } },
  Location: {
    description: 'Where to read what was made: a path of this service.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RateLimit: {
    description: 'What is left of the budget of whoever asked (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"client";r=299;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'That budget.',
    schema: { type: 'string', examples: ['"client";q=300;w=60'] },
  },
  'Idempotent-Replayed': {
    description: 'Says `true` where this is the answer of an earlier request under the same key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Seconds until asking again makes sense.', schema: { type: 'integer', minimum: 1 } },
};

/** Writes `/api/profiles/:id` as OpenAPI writes it. */
export const openApiPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** The methods of each path, with the lists of words replaced by references. */
const buildPaths = (
  routes: readonly Route[],
  named: NamedSchemas,
): { readonly [path: string]: { readonly [method: string]: unknown } } => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ described }) => described)) {
    const method = route.method.toLowerCase();
    for (const { operation, suffix } of buildOperations(route, named)) {
      const path = openApiPath(route.path) + suffix;
      paths[path] = { ...paths[path], [method]: shareEnumerations(operation) };
    }
  }
  return paths;
};

const formsOf = (routes: readonly Route[], named: NamedSchemas) =>
  routes.flatMap(({ body: { multipart } }) =>
    multipart ? [[multipart.name, formSchema(multipart, named)] as const] : [],
  );

/** Every schema that has a name, with what it is. */
export const buildSchemas = (
  found: ReadonlyMap<string, Codec<unknown>>,
  named: NamedSchemas,
  routes: readonly Route[],
) => {
  const schemas = new Map<string, unknown>(
    Object.entries(enumerations).map(([name, words]) => [name, describedSchema(name, { type: 'string', enum: words })]),
  );
  const add = (name: string, schema: JsonSchema): void =>
    void schemas.set(name, shareEnumerations(describedSchema(name, schema)));
  for (const [name, schema] of formsOf(routes, named)) add(name, schema);
  // A schema refers to others, which are found meanwhile and come at the end of those that were found.
  for (const [name, codec] of found) add(name, inlineSchema(codec, named, textsOf(name)));
  return schemas;
};

/** Schemas in the order of the texts that say what they are. */
const inOrderOfTexts = (schemas: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(
    Object.keys(schemaTexts).flatMap((name) => (schemas.has(name) ? [[name, schemas.get(name)]] : [])),
  );

const about = [
  'Self-hosted identity verification: documents read, faces compared, devices inspected.',
  'A request that is malformed as a whole is answered with a problem before any operation: 400, 408 (too slow), 413, 431 (headers too long), 501 (a transfer coding other than one `chunked`) or 505 (a version other than HTTP/1.0 and HTTP/1.1).',
  'Times are in UTC with milliseconds (RFC 3339). Sizes are in bytes.',
];

/** The API description (OpenAPI 3.1) of these routes. It is made from the codecs that decode the requests. */
export const buildDocument = (routes: readonly Route[], config: HttpConfig) => {
  const { publicUrl, version: serviceVersion } = config;
  const named = findSchemas();
  const paths = buildPaths(routes, named);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portcullis',
      version: apiVersion,
      'x-service-version': serviceVersion,
      description: about.join(' '),
      contact: { name: 'Whoever runs this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describedWebhooks(named),
    components: {
      securitySchemes,
      headers,
      examples: problemExamples(routes),
      schemas: inOrderOfTexts(buildSchemas(named.found, named, routes)),
    },
  };
};
