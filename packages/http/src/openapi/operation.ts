import type { JsonSchema } from '@portcullis/domain';
import { takesKey } from '../once/idempotency-key.ts';
import { type Code, codes } from '../problem.ts';
import type { BodyForms, FieldCodecs, MultipartForm, Reply, Route } from '../route.ts';
import { type Named, schemaOf, shapeOf } from './schema.ts';

const unique = <A>(items: readonly A[]): readonly A[] => [...new Set(items)];

const takesBody = ({ json, multipart }: BodyForms<unknown>): boolean => Boolean(json ?? multipart);

/**
 * Whether the route accepts an `Idempotency-Key`. The token endpoint does not, because issuing a token twice has no
 * second effect.
 */
const isRepeatable = ({ access, method }: Route): boolean => access !== 'public' && takesKey(method);

/** The error codes that follow from the properties of a route, and those that it adds. */
const codesOf = (route: Route): readonly Code[] => {
  const bearer: readonly Code[] = ['unauthenticated', 'invalid_token', 'token_expired', 'insufficient_scope'];
  return unique<Code>([
    ...(route.id === 'issueToken' ? [] : (['invalid_request'] as const)),
    ...(takesBody(route.body) && !route.body.form
      ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(route.access === 'public' ? [] : bearer),
    ...(route.path.includes(':') ? (['not_found'] as const) : []),
    ...(route.ifMatch ? (['precondition_failed'] as const) : []),
    ...(isRepeatable(route)
      ? (['idempotency_in_progress', 'idempotency_mismatch', 'database_unavailable'] as const)
      : []),
    ...route.errors,
    ...(route.id === 'issueToken' ? [] : (['rate_limited'] as const)),
    'internal_error',
  ]);
};

const forCallers = ({ machine, flow }: FieldCodecs<unknown>, named: Named): JsonSchema =>
  machine === flow
    ? schemaOf(machine, named)
    : {
        anyOf: [
          { title: 'with a machine token', ...schemaOf(machine, named) },
          { title: 'with a flow token', ...schemaOf(flow, named) },
        ],
      };

const binary = { type: 'string', contentMediaType: 'application/octet-stream' };

/** The parts of a form: its fields and its files. */
const formSchema = (form: MultipartForm<unknown>, named: Named): JsonSchema => {
  const { properties, ...rest } = shapeOf(form.fields.machine, named);
  const files = Object.fromEntries(form.files.map((kind) => [kind, binary]));
  return {
    ...rest,
    properties: Object.assign({}, properties, files),
    ...(form.requiredFiles.length > 0 && { required: form.requiredFiles }),
  };
};

const formEncoding = ({ jsonTexts }: MultipartForm<unknown>) =>
  jsonTexts.length === 0
    ? {}
    : { encoding: Object.fromEntries(jsonTexts.map((name) => [name, { contentType: 'application/json' }])) };

const requestBodyOf = ({ json, form, multipart, absent, example }: BodyForms<unknown>, named: Named) => ({
  required: absent === undefined,
  content: {
    ...(json && { 'application/json': { schema: forCallers(json, named), example } }),
    ...(form && { 'application/x-www-form-urlencoded': { schema: forCallers(form, named), example } }),
    ...(multipart && {
      'multipart/form-data': { schema: formSchema(multipart, named), ...formEncoding(multipart) },
    }),
  },
});

type PropsSchema = {
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the request again: for 72 hours the same request under the same key is carried out once, and answered with the same bytes.',
  schema: { type: 'string', pattern: '^[\\x20-\\x7E]{1,255}$' },
};

const parametersOf = (route: Route, named: Named) => {
  const path: PropsSchema = shapeOf(route.params, named);
  const query: PropsSchema = shapeOf(route.query, named);
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The version of the profile in quotes, as ETag gave it, or *.',
    schema: { type: 'string' },
  };
  return [
    ...Object.entries(path.properties ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(route.ifMatch ? [ifMatch] : []),
    ...(isRepeatable(route) ? [idempotencyKey] : []),
  ];
};

const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that every response has. */
const always = ['Request-Id', 'RateLimit', 'RateLimit-Policy'];

const contentOf = (reply: Reply, named: Named) => {
  if (!reply.body) return reply.type === undefined ? {} : { content: { [reply.type]: { schema: binary } } };
  const schema = reply.flowBody
    ? { anyOf: [schemaOf(reply.body, named), schemaOf(reply.flowBody, named)] }
    : schemaOf(reply.body, named);
  const shown = reply.flowBody
    ? { examples: { machine: { value: reply.example }, flow: { value: reply.flowExample } } }
    : { example: reply.example };
  return { content: { [reply.type ?? 'application/json']: { schema, ...shown } } };
};

const replyOf = (route: Route, reply: Reply, named: Named) => ({
  description: reply.description,
  headers: headerRefs([...always, ...(isRepeatable(route) ? ['Idempotent-Replayed'] : []), ...(reply.headers ?? [])]),
  ...contentOf(reply, named),
});

/** All error codes of one status as one response, with an example for each code. */
const problemsOf = (status: number, listed: readonly Code[]) => ({
  description: listed.map((code) => `\`${code}\`: ${codes[code].title}.`).join(' '),
  headers: headerRefs(status === 429 ? [...always, 'Retry-After'] : always),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        listed.map((code) => [
          code,
          {
            value: {
              type: `urn:portcullis:problem:${code}`,
              title: codes[code].title,
              status,
              code,
              request_id: '3f0c9d1e-example',
              retryable: codes[code].retryable,
            },
          },
        ]),
      ),
    },
  },
});

const responsesOf = (route: Route, named: Named) => {
  const listed = codesOf(route);
  const replied = route.replies.map(({ status }) => status);
  const statuses = unique(listed.map((code) => codes[code].status)).filter((status) => !replied.includes(status));
  return Object.fromEntries([
    ...route.replies.map((reply) => [String(reply.status), replyOf(route, reply, named)] as const),
    ...statuses.map(
      (status) =>
        [
          String(status),
          problemsOf(
            status,
            listed.filter((code) => codes[code].status === status),
          ),
        ] as const,
    ),
  ]);
};

const securityOf = ({ access, scope }: Route) => {
  if (access === 'public') return [];
  const machine = { machine: scope === null ? [] : [scope] };
  return access === 'machine' ? [machine] : [machine, { flow: [] }];
};

/** One operation of the API description. */
export const operationOf = (route: Route, named: Named) => ({
  operationId: route.id,
  tags: [route.tag],
  summary: route.summary,
  ...(route.description !== undefined && { description: route.description }),
  security: securityOf(route),
  parameters: parametersOf(route, named),
  ...(takesBody(route.body) && { requestBody: requestBodyOf(route.body, named) }),
  responses: responsesOf(route, named),
});
