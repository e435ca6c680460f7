import type { JsonSchema } from '@portcullis/domain/kernel';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { BodyForms, FieldCodecs, MultipartForm } from '../request/body/body-forms.ts';
import { type ErrorCodeName, errorCodes, problemType } from '../request/error-codes.ts';
import { acceptedScopes, type ResponseDescription, type Route } from '../routes/route.ts';
import { inlineSchema, type NamedSchemas, schemaOf } from './schema.ts';

const unique = <A>(items: readonly A[]): readonly A[] => [...new Set(items)];

const takesBody = ({ json, multipart }: BodyForms<unknown>): boolean => Boolean(json ?? multipart);

/**
 * Whether the route accepts an `Idempotency-Key`. The token endpoint does not, because issuing a token twice has no
 * second effect.
 */
const acceptsKey = ({ access, method }: Route): boolean => access !== 'public' && acceptsIdempotencyKey(method);

/** The error codes that follow from the properties of a route, and those that it adds. */
const codesOf = (route: Route): readonly ErrorCodeName[] => {
  const bearer: readonly ErrorCodeName[] = [
    ...(['unauthenticated', 'invalid_token', 'token_expired', 'insufficient_scope'] as const),
    ...(['database_unavailable', 'clock_skew'] as const),
  ];
  return unique<ErrorCodeName>([
    ...(route.id === 'issueToken' ? [] : (['invalid_request'] as const)),
    ...(takesBody(route.body) && !route.body.form
      ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(route.access === 'public' ? [] : bearer),
    ...(route.path.includes(':') ? (['not_found'] as const) : []),
    ...(route.ifMatch ? (['precondition_failed'] as const) : []),
    ...(acceptsKey(route)
      ? (['idempotency_in_progress', 'idempotency_mismatch', 'database_unavailable'] as const)
      : []),
    ...route.errors,
    ...(route.id === 'issueToken' ? [] : (['rate_limited'] as const)),
    'internal_error',
    'service_stopping',
  ]);
};

const forCallers = ({ machine, flow }: FieldCodecs<unknown>, named: NamedSchemas): JsonSchema =>
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
const formSchema = (form: MultipartForm<unknown>, named: NamedSchemas): JsonSchema => {
  const { properties, ...rest } = inlineSchema(form.fields.machine, named);
  const files = Object.fromEntries(form.files.map((kind) => [kind, binary]));
  return {
    ...rest,
    properties: Object.assign({}, properties, files),
    ...(form.requiredFiles.length > 0 && { required: form.requiredFiles }),
  };
};

const formEncoding = ({ jsonFields }: MultipartForm<unknown>) =>
  jsonFields.length === 0
    ? {}
    : { encoding: Object.fromEntries(jsonFields.map((name) => [name, { contentType: 'application/json' }])) };

const requestBodyOf = ({ json, form, multipart, absent, example }: BodyForms<unknown>, named: NamedSchemas) => ({
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

const parametersOf = (route: Route, named: NamedSchemas) => {
  const path: PropsSchema = inlineSchema(route.params, named);
  const query: PropsSchema = inlineSchema(route.query, named);
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
    ...(acceptsKey(route) ? [idempotencyKey] : []),
  ];
};

const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that every response has. */
const commonHeaders = ['Request-Id', 'RateLimit', 'RateLimit-Policy'];

const contentOf = (response: ResponseDescription, named: NamedSchemas) => {
  if (!response.body) return response.type === undefined ? {} : { content: { [response.type]: { schema: binary } } };
  const schema = response.flowBody
    ? { anyOf: [schemaOf(response.body, named), schemaOf(response.flowBody, named)] }
    : schemaOf(response.body, named);
  const shown = response.flowBody
    ? { examples: { machine: { value: response.example }, flow: { value: response.flowExample } } }
    : { example: response.example };
  return { content: { [response.type ?? 'application/json']: { schema, ...shown } } };
};

const responseOf = (route: Route, response: ResponseDescription, named: NamedSchemas) => ({
  description: response.description,
  headers: headerRefs([
    ...commonHeaders,
    ...(acceptsKey(route) ? ['Idempotent-Replayed'] : []),
    ...(response.headers ?? []),
  ]),
  ...contentOf(response, named),
});

/** All error codes of one status as one response, with an example for each code. */
const problemsOf = (status: number, listed: readonly ErrorCodeName[]) => ({
  description: listed.map((code) => `\`${code}\`: ${errorCodes[code].title}.`).join(' '),
  headers: headerRefs(status === 429 ? [...commonHeaders, 'Retry-After'] : commonHeaders),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        listed.map((code) => [
          code,
          {
            value: {
              type: problemType(code),
              title: errorCodes[code].title,
              status,
              code,
              request_id: '3f0c9d1e-example',
              retryable: errorCodes[code].retryable,
            },
          },
        ]),
      ),
    },
  },
});

const responsesOf = (route: Route, named: NamedSchemas) => {
  const listed = codesOf(route);
  const described = route.responses.map(({ status }) => status);
  const statuses = unique(listed.map((code) => errorCodes[code].status)).filter(
    (status) => !described.includes(status),
  );
  return Object.fromEntries([
    ...route.responses.map((reply) => [String(reply.status), responseOf(route, reply, named)] as const),
    ...statuses.map(
      (status) =>
        [
          String(status),
          problemsOf(
            status,
            listed.filter((code) => errorCodes[code].status === status),
          ),
        ] as const,
    ),
  ]);
};

const securityOf = (route: Route) => {
  if (route.access === 'public') return [];
  const scopes = acceptedScopes(route);
  const machine = scopes.length === 0 ? [{ machine: [] }] : scopes.map((scope) => ({ machine: [scope] }));
  return route.access === 'machine' ? machine : [...machine, { flow: [] }];
};

/** One operation of the API description. */
export const buildOperation = (route: Route, named: NamedSchemas) => ({
  operationId: route.id,
  tags: [route.tag],
  summary: route.summary,
  ...(route.description !== undefined && { description: route.description }),
  security: securityOf(route),
  parameters: parametersOf(route, named),
  ...(takesBody(route.body) && { requestBody: requestBodyOf(route.body, named) }),
  responses: responsesOf(route, named),
});
