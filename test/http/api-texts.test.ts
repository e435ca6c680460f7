import { reasonCodes } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { httpConfig } from '../support/http/server.ts';

type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const parsed = (config = httpConfig): Node => JSON.parse(JSON.stringify(openApiDocument(config)));

/** Every object of a document with the path at which it stands. */
const nodesOf = (value: unknown, path: string): readonly (readonly [string, Node])[] => {
  if (!isNode(value)) return [];
  const inner = Object.entries(value).flatMap(([key, one]) => nodesOf(one, `${path}/${key}`));
  return [[path, value], ...inner];
};

const isText = (text: unknown): boolean => typeof text === 'string' && text.length > 3;

/** The properties of schemas, the parameters, the replies and the schemas that have no description. */
const undescribed = (document: Node): readonly string[] =>
  nodesOf(document, '').flatMap(([path, node]) => {
    if (/\/(example|value)(\/|$)/.test(path)) return [];
    const named = /\/(properties|responses|schemas|headers|securitySchemes)$/.test(path) ? Object.entries(node) : [];
    const listed = /\/parameters$|^\/tags$/.test(path) ? Object.entries(node) : [];
    return [...named, ...listed].flatMap(([name, one]) =>
      isNode(one) && (isText(one['description']) || (path.endsWith('/headers') && '$ref' in one))
        ? []
        : [`${path}/${name}`],
    );
  });

const schemasOf = (document: Node): Node => Object(Object(document['components']).schemas);

/** The operations that take JSON and a form with files, or have more than one kind of answer. */
const manifold = (document: Node): readonly string[] =>
  Object.values(Object(document['paths']))
    .flatMap((methods) => Object.values(Object(methods)))
    .flatMap((operation) => {
      const { operationId, requestBody = {}, responses } = Object(operation);
      const bodies = Object.keys(requestBody.content ?? {});
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, answer]) => Object.values(Object(answer).content ?? {}).map((one) => Object(one).schema));
      return [
        ...(bodies.includes('multipart/form-data') && bodies.length > 1 ? [`${operationId}: body`] : []),
        ...(new Set(answers.map((schema) => JSON.stringify(schema))).size > 1 ? [`${operationId}: answer`] : []),
      ];
    });

describe('the words of the API description', () => {
  for (const sandbox of [false, true]) {
    it(`describe every property, parameter, reply, header and schema (sandbox: ${sandbox})`, () => {
      expect(undescribed(parsed({ ...httpConfig, sandbox }))).to.deep.equal([]);
    });
  }

  it('are missed where a property has none', () => {
    const planted = { components: { schemas: { A: { description: 'What it is.', properties: { b: {} } } } } };
    expect(undescribed(planted)).to.deep.equal(['/components/schemas/A/properties/b']);
  });

  it('have each list of words once: reasons, statuses, problem codes, steps', () => {
    const document = parsed();
    const text = JSON.stringify(document);
    for (const name of [
      'Reason',
      'Status',
      'ProblemCode',
      'Step',
      'DocumentType',
      'CheckName',
      'Outcome',
      'EventType',
    ]) {
      const words = JSON.stringify(Object(schemasOf(document)[name]).enum);
      expect(text.split(words).length - 1, name).to.equal(1);
    }
    expect(Object(schemasOf(document)['Reason']).enum).to.deep.equal(reasonCodes);
  });

  it('give times, whole numbers and ranges', () => {
    const schemas = schemasOf(parsed());
    const field = (schema: string, name: string) => Object(schemas[schema]).properties[name];
    expect(field('Profile', 'created_at')).to.include({ type: 'string', format: 'date-time' });
    expect(field('Profile', 'decided_at')).to.deep.include({ type: ['string', 'null'], format: 'date-time' });
    expect(field('Profile', 'version')).to.include({ type: 'integer', minimum: 1 });
    expect(field('LivenessResult', 'confidence')).to.deep.include({ type: ['number', 'null'], maximum: 100 });
    const numbers = nodesOf(schemas, '').filter(([, { type }]) => [type].flat().includes('number'));
    const unlimited = numbers.filter(([, node]) => node['minimum'] === undefined).map(([path]) => path);
    expect(
      unlimited.filter((path) => !/(score|threshold|value|limit|from|to)(\/anyOf\/\d)?$/.test(path)),
    ).to.deep.equal([]);
  });

  it('tell the view of a partner from that of a person by `view`', () => {
    const { paths } = parsed();
    const unions = nodesOf(paths, '').filter(([, { oneOf }]) => oneOf !== undefined);
    expect(unions).to.have.length(7);
    for (const [path, { discriminator }] of unions)
      expect(discriminator, path).to.deep.include({ propertyName: 'view' });
  });

  it('have one body and one answer for each operation, and files as bytes, as generated clients need it', () => {
    expect(manifold(parsed())).to.deep.equal([]);
    const document = parsed();
    expect(Object(schemasOf(document)['ProfileUpload']).properties.document_front).to.include({
      type: 'string',
      format: 'binary',
    });
    const both = { 'application/json': { schema: {} }, 'multipart/form-data': { schema: {} } };
    const [text, bare] = [{ type: 'string' }, {}].map((schema) => ({ content: { 'application/json': { schema } } }));
    const get = { operationId: 'a', requestBody: { content: both }, responses: { 200: text } };
    const post = { operationId: 'b', responses: { 200: text, 201: bare, 400: bare } };
    expect(manifold({ paths: { '/': { get, post } } })).to.deep.equal(['a: body', 'b: answer']);
  });

  it('name the address of the service', () => {
    const url = 'https://api.portcullis.example';
    expect(parsed({ ...httpConfig, publicUrl: url })['servers']).to.deep.equal([{ url, description: 'This service.' }]);
    expect(parsed()['servers']).to.deep.equal([{ url: '/', description: 'This service.' }]);
  });
});
