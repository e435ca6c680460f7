import { readFileSync } from 'node:fs';
import { E } from '@portcullis/domain';
import { reasonCodes } from '@portcullis/domain/checks';
import { decode, scopes, t } from '@portcullis/domain/kernel';
import { eventTypes } from '@portcullis/events/ports';
import { schemaOf } from '@portcullis/http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { apiVersion } from '#http/middleware/api-version';
import { openApiDocument, routesFor } from '#http/server';
import { httpConfig, openServer } from '../support/http/server.ts';

const routes = routesFor(httpConfig).filter(({ described }) => described);
const sandboxRoutes = routesFor({ ...httpConfig, sandbox: true });

const Operation = t.intersection([
  t.type({
    operationId: t.string,
    security: t.array(t.record(t.string, t.array(t.string))),
    responses: t.record(t.string, t.UnknownRecord),
    parameters: t.array(t.UnknownRecord),
  }),
  t.partial({ requestBody: t.type({ content: t.record(t.string, t.UnknownRecord) }) }),
]);
const Example = t.type({ value: t.unknown });
const Media = t.partial({ example: t.unknown, examples: t.type({ partner: Example, person: Example }) });
const Document = t.type({ openapi: t.string, paths: t.record(t.string, t.record(t.string, Operation)) });

const parseDocument = (): t.TypeOf<typeof Document> => {
  const decoded = decode(Document, JSON.parse(JSON.stringify(openApiDocument(httpConfig))));
  if (E.isLeft(decoded)) throw new Error(JSON.stringify(decoded.left));
  return decoded.right;
};

let document: t.TypeOf<typeof Document> | undefined;

/** The document is made and decoded once for all tests, which takes 30 ms each time. */
const parsed = (): t.TypeOf<typeof Document> => {
  document ??= parseDocument();
  return document;
};

const operations = () =>
  Object.entries(parsed().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** Answers the decoded value or the errors, which an example must not have. */
const decodeErrors = (codec: t.Decoder<unknown, unknown>, example: unknown) => {
  const decoded = decode(codec, example);
  return E.isLeft(decoded) ? decoded.left : [];
};

describe('the API description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument(httpConfig))));
    expect(result).to.deep.include({ valid: true });
    expect(parsed().openapi).to.equal('3.1.0');
  });

  it('is what the server answers to everybody', async () => {
    const server = await openServer();
    const received = await server.send({ path: '/openapi.json' });
    await server.close();
    expect(received.json).to.deep.equal(JSON.parse(JSON.stringify(openApiDocument(httpConfig))));
    expect(received.headers['content-type']).to.equal('application/json');
  });

  it('names exactly the routes of the table in docs/api.md, with their scopes', () => {
    const page = readFileSync('docs/api.md', 'utf8');
    const listed = [...page.matchAll(/^\| `(GET|POST|PUT|PATCH|DELETE) (\S+)` \| ([^|]+) \| ([^|]*) \|/gm)].map(
      ([, method, path, scope, flow]) => ({
        route: `${method} ${path}`,
        scopes: [...(scope ?? '').matchAll(/`([a-z:-]+)`/g)].map(([, name]) => name),
        flow: /own|yes/.test(flow ?? ''),
      }),
    );
    const served = routes.map(({ method, path, scope, otherScope, access }) => ({
      route: `${method} ${path}`,
      scopes: [scope, otherScope].filter((one) => one),
      flow: access === 'machine-or-flow' || access === 'machine-flow-or-staff' || access === 'flow',
    }));
    expect(listed).to.deep.equal(served);
  });

  it('has every error of the token endpoint in the form of RFC 6749', () => {
    const token = operations().find(({ operation }) => operation.operationId === 'issueToken');
    const refusals = Object.entries(token?.operation.responses ?? {}).filter(([status]) => Number(status) >= 400);
    expect(refusals.map(([status]) => status)).to.deep.equal(['400', '401', '413', '429', '500', '503']);
    for (const [status, { content }] of refusals) {
      expect(content, status).to.have.nested.property(
        'application/json.schema.$ref',
        '#/components/schemas/TokenError',
      );
    }
  });

  it('documents Retry-After of health while the database is down', () => {
    const health = operations().find(({ operation }) => operation.operationId === 'readHealth');
    expect(health?.operation.responses['503']?.['headers']).to.have.all.keys(
      'Request-Id',
      'Portcullis-Version',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
    );
  });

  it('has an operation for every route and no other', () => {
    const described = operations().map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`);
    const served = routes.flatMap(({ method, path, id, body, variant }) => {
      const described = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
      return [
        `${described} ${id}`,
        ...(body.multipart ? [`${described}#files ${id}WithFiles`] : []),
        ...(variant ? [`${described}#${variant.fragment} ${variant.id}`] : []),
      ];
    });
    expect(described.toSorted()).to.deep.equal(served.toSorted());
  });

  it('has exactly the reasons of the table wherever it lists reasons', () => {
    const enums = [...JSON.stringify(openApiDocument(httpConfig)).matchAll(/"enum":(\["document_missing",[^\]]*\])/g)];
    expect(enums).to.have.length(1);
    for (const [, listed = '[]'] of enums) expect(JSON.parse(listed)).to.deep.equal(reasonCodes);
  });

  it('says which operations can be refused because something is used up', () => {
    const saying = (code: (typeof routes)[number]['errors'][number]): readonly string[] =>
      routes.filter(({ errors }) => errors.includes(code)).map(({ id }) => id);
    const storing = ['updateProfile', 'analyzeDocument'];
    expect(saying('profile_storage_full')).to.have.members(storing);
    expect(saying('tenant_storage_full')).to.have.members(storing);
    expect(saying('provider_budget_exhausted')).to.have.members(['analyzeDocument', 'openLivenessSession']);
    expect(saying('change_limit_reached')).to.have.members([
      ...storing,
      'createProfile',
      'renewFlowToken',
      'openLivenessSession',
      'submitLivenessCapture',
      'appendVerificationEvent',
    ]);
  });

  it('has different operation ids', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  for (const route of routes) {
    const found = () =>
      operations().find(({ operation }) => operation.operationId === route.id)?.operation ?? expect.fail('not there');

    it(`documents who may call ${route.id}`, () => {
      const expected = {
        public: [],
        machine: [
          { machine: [route.scope] },
          ...(route.otherScope === undefined ? [] : [{ machine: [route.otherScope] }]),
        ],
        'machine-or-flow': [{ machine: [route.scope] }, { flow: [] }],
        flow: [{ flow: [] }],
        staff: [],
        'machine-or-staff': [{ machine: [route.scope] }],
        'machine-flow-or-staff': [{ machine: [route.scope] }, { flow: [] }],
      };
      expect(found().security).to.deep.equal(expected[route.access]);
      if (!['public', 'flow', 'staff'].includes(route.access)) expect(scopes).to.include(route.scope);
    });

    it(`lists the problems of ${route.id}`, () => {
      const { responses } = found();
      const always = route.access === 'public' ? ['500'] : ['401', '403', '500'];
      expect(responses).to.include.keys(always);
      if (route.path.includes(':')) expect(responses).to.include.keys('404');
      if (route.body.json && route.id !== 'issueToken' && route.id !== 'revokeToken')
        expect(responses).to.include.keys('400', '413', '415');
      if (route.ifMatch) expect(responses).to.include.keys('412');
    });

    it(`has an example of each response of ${route.id} that its codec accepts`, () => {
      const variant = operations().find(({ operation }) => operation.operationId === route.variant?.id)?.operation;
      for (const [described, replies] of [
        [found(), route.responses],
        [variant, route.variant?.responses ?? []],
      ] as const)
        for (const { body, flowBody, status, type = 'application/json' } of replies) {
          if (!body) continue;
          const content = decode(t.record(t.string, Media), described?.responses[status]?.['content']);
          const { example, examples } = (E.isRight(content) && content.right[type]) || expect.fail('it has no content');
          expect(decodeErrors(body, examples?.partner.value ?? example), String(status)).to.deep.equal([]);
          if (flowBody) expect(decodeErrors(flowBody, examples?.person.value)).to.deep.equal([]);
        }
    });

    if (route.body.json) {
      it(`has an example of the body of ${route.id} that its codec accepts`, () => {
        const { json, example } = route.body;
        expect(json && decodeErrors(json.machine, example)).to.deep.equal([]);
        expect(found().requestBody?.content['application/json']?.['example']).to.deep.equal(example);
      });
    }
  }

  it('has a scenario in the example of the sandbox alone', () => {
    const create = sandboxRoutes.find(({ id }) => id === 'createProfile');
    expect(create?.body.json && decodeErrors(create.body.json.machine, create.body.example)).to.deep.equal([]);
    expect(JSON.stringify(create?.body.example)).to.contain('scenario');
    expect(JSON.stringify(openApiDocument(httpConfig))).not.to.contain('"sandbox":{"type":"object"');
  });

  it('describes a closed body as one without additional properties', () => {
    const schemas: { readonly [name: string]: unknown } = openApiDocument(httpConfig).components.schemas;
    const create = operations().find(({ operation }) => operation.operationId === 'createProfile');
    expect(create?.operation.requestBody?.content['application/json']?.['schema']).to.deep.equal({
      $ref: '#/components/schemas/CreateProfile',
    });
    expect(schemas['CreateProfile']).to.deep.include({
      type: 'object',
      required: ['reference'],
      additionalProperties: false,
    });
  });

  it('cannot be generated from a codec without a schema', () => {
    const silent = new t.Type<string, string, unknown>('silent', t.string.is, t.string.validate, t.identity);
    expect(() => schemaOf(t.array(silent), new Map())).to.throw('the codec "silent" has no JSON Schema');
    expect(schemaOf(t.array(t.string), new Map())).to.deep.equal({ type: 'array', items: { type: 'string' } });
  });

  it('says the version of the API, and what is sent to webhook endpoints', () => {
    const { info, webhooks } = JSON.parse(JSON.stringify(openApiDocument(httpConfig)));
    expect([info.version, info['x-service-version']]).to.deep.equal([apiVersion, httpConfig.version]);
    expect(Object.keys(webhooks)).to.deep.equal([...eventTypes, 'endpoint.ping']);
    for (const [type, { post }] of Object.entries<{ readonly post: object }>(webhooks)) {
      expect(post, type).to.include.keys('operationId', 'summary', 'description', 'responses', 'parameters');
      expect(post, type).to.have.nested.property('requestBody.content.application/json.schema');
    }
  });

  it('describes a list in a query as an array, and a cursor without a slash', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(httpConfig)));
    type Parameter = { readonly name: string; readonly in: string; readonly schema: object };
    const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods));
    const query = operations.flatMap(({ parameters = [] }: { readonly parameters?: readonly Parameter[] }) =>
      parameters.filter((one) => one.in === 'query'),
    );
    const lists = query.filter(({ name }) => name === 'status' || name === 'types');
    expect(lists).to.have.lengthOf(3);
    for (const { schema } of lists) expect(schema).to.include({ type: 'array', uniqueItems: true });
    expect(JSON.stringify(query.filter(({ name }) => name === 'cursor'))).not.to.match(/"pattern":"[^"]*\//);
  });
});
