import type { JsonSchema } from '@portcullis/domain/kernel';
import { bodyExamples } from '../descriptions/examples/body-examples.ts';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { BodyForms, FieldCodecs, MultipartForm } from '../request/body/body-forms.ts';
import type { Codec } from '../request/codecs.ts';
import { codeNames, type ErrorCodeName, errorCodes, problemType } from '../request/error-codes.ts';
import { ProblemBody } from '../responses/problem.ts';
import { acceptedScopes, type OperationVariant, type ResponseDescription, type Route } from '../routes/route.ts';
import { parameterTexts, textsOf, uploadTexts } from './field-texts.ts';
import { describedBy, inlineSchema, type NamedSchemas, schemaOf } from './schema.ts';

const unique = <A>(items: readonly A[]): readonly A[] => [...new Set(items)];

export const takesBody = ({ bytes, json, multipart }: BodyForms<unknown>): boolean =>
  Boolean(json ?? multipart ?? bytes);

/**
 * Whether the route accepts an `Idempotency-Key`. The token endpoint does not, because issuing a token twice has no
 * second effect.
 */
const acceptsKey = ({ access, ignoresIdempotencyKey, method }: Route): boolean =>
  access !== 'public' && ignoresIdempotencyKey !== true && acceptsIdempotencyKey(method);

/** The error codes that follow from the properties of a route, and those that it adds. */
const codesOf = (route: Route): readonly ErrorCodeName[] => {
  const bearer: readonly ErrorCodeName[] = [
    'unauthenticated',
    'invalid_token',
    'token_expired',
    'insufficient_scope',
    'database_unavailable',
    'clock_skew',
  ];
  return unique<ErrorCodeName>([
    ...(route.id === 'issueToken' ? [] : (['invalid_request'] as const)),
    ...(takesBody(route.body) && !route.body.form
      ? ([
          ...(route.body.bytes ? [] : (['invalid_json'] as const)),
          'payload_too_large',
          'unsupported_media_type',
        ] as const)
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
    ...(route.access === 'public' ? [] : (['record_damaged'] as const)),
    'service_stopping',
  ]);
};

/** The schema of a body. A flow token may send a part of what a machine token may, as the texts of the fields say. */
const bodySchema = ({ machine }: FieldCodecs<unknown>, named: NamedSchemas): JsonSchema => schemaOf(machine, named);

const binary = { type: 'string', format: 'binary' };

/** The parts of a form: its fields and its files. */
export const formSchema = (form: MultipartForm<unknown>, named: NamedSchemas): JsonSchema => {
  const { machine } = form.fields;
  const { properties, ...rest } = inlineSchema(machine, named, textsOf(machine.name));
  const parts = [...form.files, ...(form.frames ?? [])];
  const files = Object.fromEntries(parts.map((part) => [part, describedBy(uploadTexts[part], binary)]));
  return {
    ...rest,
    properties: Object.assign({}, properties, files),
    ...(form.requiredFiles.length > 0 && { required: form.requiredFiles }),
  };
};

const imageTypes = 'image/jpeg, image/png, image/webp';

const formEncoding = ({ files, frames = [], jsonFields }: MultipartForm<unknown>) => ({
  ...Object.fromEntries(jsonFields.map((name) => [name, { contentType: 'application/json' }])),
  ...Object.fromEntries([...files, ...frames].map((kind) => [kind, { contentType: imageTypes }])),
});

export const requestBodyOf = ({ json, form, bytes, absent, example }: BodyForms<unknown>, named: NamedSchemas) => ({
  description: 'The body of the request.',
  required: absent === undefined,
  content: {
    ...(json && { 'application/json': { schema: bodySchema(json, named), example } }),
    ...(bytes && { 'application/octet-stream': { schema: binary } }),
    ...(form && { 'application/x-www-form-urlencoded': { schema: bodySchema(form, named), example } }),
  },
});

const formBodyOf = (form: MultipartForm<unknown>) => ({
  description: 'The parts of the form.',
  required: true,
  content: {
    'multipart/form-data': {
      schema: { $ref: `#/components/schemas/${form.name}` },
      encoding: formEncoding(form),
    },
  },
});

type PropsSchema = {
  readonly properties?: { readonly [name: string]: JsonSchema };
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

/** A list is one text with commas (RFC 6570 section 3.2.8), and an object has a name with brackets for each member. */
const styleOf = ({ type }: JsonSchema) => {
  if (type === 'object') return { style: 'deepObject', explode: true };
  return type === 'array' ? { style: 'form', explode: false } : {};
};

export const parametersOf = (route: Route, named: NamedSchemas) => {
  const path: PropsSchema = inlineSchema(route.params, named);
  const query: PropsSchema = inlineSchema(route.query, named);
  const texts = parameterTexts[route.id] ?? {};
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The version of the profile in quotes, as ETag gave it, or *.',
    schema: { type: 'string' },
  };
  return [
    ...Object.entries(path.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      description: texts[name],
      schema,
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      description: texts[name],
      ...styleOf(schema),
      schema,
    })),
    ...(route.ifMatch ? [ifMatch] : []),
    ...(acceptsKey(route) ? [idempotencyKey] : []),
  ];
};

const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** One of two bodies: `view` says which. */
const byView = (partner: Codec<unknown>, person: Codec<unknown>, named: NamedSchemas): JsonSchema => {
  const forPartner = schemaOf(partner, named);
  const forPerson = schemaOf(person, named);
  return {
    oneOf: [forPartner, forPerson],
    discriminator: { propertyName: 'view', mapping: { partner: forPartner['$ref'], person: forPerson['$ref'] } },
  };
};

const bytesOf = (type: string): JsonSchema => (type.startsWith('text/') ? { type: 'string' } : binary);

/** The headers that every response has. */
const commonHeaders = ['Request-Id', 'Portcullis-Version', 'RateLimit', 'RateLimit-Policy'];

export const contentOf = (response: ResponseDescription, named: NamedSchemas) => {
  const { body, flowBody, type } = response;
  if (!body) return type === undefined ? {} : { content: { [type]: { schema: bytesOf(type) } } };
  const schema = flowBody ? byView(body, flowBody, named) : schemaOf(body, named);
  const { example = bodyExamples[body.name] } = response;
  const examples = flowBody
    ? { examples: { partner: { value: example }, person: { value: bodyExamples[flowBody.name] } } }
    : { example };
  return { content: { [type ?? 'application/json']: { schema, ...examples } } };
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
const problemsOf = (status: number, listed: readonly ErrorCodeName[], named: NamedSchemas) => ({
  description: listed.map((code) => `\`${code}\`: ${errorCodes[code].title}.`).join(' '),
  headers: headerRefs(status === 429 ? [...commonHeaders, 'Retry-After'] : commonHeaders),
  content: {
    'application/problem+json': {
      schema: schemaOf(ProblemBody, named),
      examples: Object.fromEntries(listed.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** An example of each problem that one of these operations can be answered with. */
export const problemExamples = (routes: readonly Route[]) => {
  const listed = new Set(routes.filter(({ described }) => described).flatMap(codesOf));
  return Object.fromEntries(
    codeNames
      .filter((code) => listed.has(code))
      .map((code) => [
        code,
        {
          summary: errorCodes[code].title,
          value: {
            type: problemType(code),
            title: errorCodes[code].title,
            status: errorCodes[code].status,
            code,
            request_id: '3f0c9d1e-example',
            retryable: errorCodes[code].retryable,
          },
        },
      ]),
  );
};

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
            named,
          ),
        ] as const,
    ),
  ]);
};

const securityOf = (route: Route) => {
  if (route.access === 'public') return [];
  if (route.access === 'flow') return [{ flow: [] }];
  const scopes = acceptedScopes(route);
  const machine = scopes.length === 0 ? [{ machine: [] }] : scopes.map((scope) => ({ machine: [scope] }));
  return route.access === 'machine' || route.access === 'machine-or-staff' ? machine : [...machine, { flow: [] }];
};

const commonOf = (route: Route, named: NamedSchemas) => ({
  tags: [route.tag],
  ...(route.deprecation && { deprecated: true }),
  security: securityOf(route),
  parameters: parametersOf(route, named),
  responses: responsesOf(route, named),
});

/** The operation of a route that takes JSON, or no body. */
const buildOperation = (route: Route, named: NamedSchemas) => ({
  operationId: route.id,
  summary: route.summary,
  description: route.description,
  ...commonOf(route, named),
  ...(takesBody(route.body) && { requestBody: requestBodyOf(route.body, named) }),
});

const fragmentNote = (fragment: string): string =>
  `Send this to the path without \`#${fragment}\`, which tells the two forms of the operation apart here: a client sends no fragment.`;

/**
 * The operation of a route that takes a form with files as well. Generated code has one function for each form: tools
 * know one body for each operation.
 */
const buildFormOperation = (route: Route, form: MultipartForm<unknown>, named: NamedSchemas) => ({
  operationId: `${route.id}WithFiles`,
  summary: `${route.summary} (a form with files)`,
  description: `${route.description} ${fragmentNote('files')}`,
  ...commonOf(route, named),
  requestBody: formBodyOf(form),
});

const buildVariant = (route: Route, { fragment, ...variant }: OperationVariant, named: NamedSchemas) =>
  buildOperation({ ...route, ...variant, description: `${variant.description} ${fragmentNote(fragment)}` }, named);

/**
 * The operations of a route, each with what is appended to its path. Most routes have one. The others stand under a
 * fragment, because tools know one body and one answer for each operation.
 */
export const buildOperations = (route: Route, named: NamedSchemas) => {
  const { body, variant } = route;
  return [
    { suffix: '', operation: buildOperation(route, named) },
    ...(body.multipart ? [{ suffix: '#files', operation: buildFormOperation(route, body.multipart, named) }] : []),
    ...(variant ? [{ suffix: `#${variant.fragment}`, operation: buildVariant(route, variant, named) }] : []),
  ];
};
