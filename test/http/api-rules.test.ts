import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { inFull } from '../support/effort.ts';
import { httpConfig } from '../support/http/server.ts';

type Operation = {
  operationId?: string;
  readonly responses: { readonly [status: string]: { readonly content?: Readonly<Record<string, object>> } };
};
type Description = { readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } } };

/** The description of a sandbox has everything that the other has, and scenarios. */
const text = JSON.stringify(openApiDocument({ ...httpConfig, sandbox: true }));

/** What Redocly's recommended rules say about a description: errors and warnings alike. */
const redoclyFindings = async (source: string): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
};

/**
 * The description with each reply having its examples once. Spectral compiles the schema of every reply that has an
 * example anew, and the same problems are the replies of nearly every operation: of 306 replies 68 are different.
 */
const withExamplesOnce = (description: Description): Description => {
  const seen = new Set<string>();
  const contentOf = ([type, media]: [string, object]): readonly [string, object] => {
    const key = JSON.stringify(media);
    const { example: _example, examples: _examples, ...bare } = Object(media);
    const isKnown = seen.has(key);
    seen.add(key);
    return [type, isKnown ? bare : media];
  };
  const mapped = <A, B>(record: { readonly [key: string]: A }, change: (value: A) => B) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)] as const));
  return {
    ...description,
    paths: mapped(description.paths, (methods) =>
      mapped(methods, (operation) => ({
        ...operation,
        responses: mapped(operation.responses, ({ content, ...reply }) => ({
          ...reply,
          ...(content && { content: Object.fromEntries(Object.entries(content).map(contentOf)) }),
        })),
      })),
    ),
  };
};

/** What the rules `spectral:oas` say about a description: errors, warnings and hints. */
const spectralFindings = async (source: string): Promise<readonly string[]> => {
  const linter = new spectral.Spectral();
  // Its type and that of the linter are of two versions.
  linter.setRuleset(Object(rulesets.oas));
  // What is parsed already is not parsed again as YAML.
  const findings = await linter.run(Object(withExamplesOnce(JSON.parse(source))));
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
};

describe('the API description by the rules of others', () => {
  inFull("has nothing that Redocly's recommended rules object to", async () => {
    expect(await redoclyFindings(text)).to.deep.equal([]);
  });

  it('has nothing that spectral:oas objects to', async () => {
    expect(await spectralFindings(text)).to.deep.equal([]);
  });

  inFull(
    'is seen by both where it lacks an operationId, and by Spectral where an example breaks its schema',
    async () => {
      const description: Description = JSON.parse(text);
      const path = '/api/profiles/{id}/erasure';
      const { [path]: methods = {} } = description.paths;
      // Two operations are enough, of which the second has the problems of the first.
      const planted = structuredClone({ ...description, paths: { [path]: methods, '/other': methods } });
      const operation = planted.paths['/other']?.['delete'];
      if (operation === undefined) throw new Error('nothing to plant into');
      delete operation.operationId;
      const [, reply] = Object.entries(operation.responses).find(([status]) => status === '200') ?? [];
      Object.assign(Object(reply?.content?.['application/json']), { example: { id: 7 } });
      const source = JSON.stringify(planted);
      expect((await redoclyFindings(source)).join()).to.contain('operation-operationId');
      const found = (await spectralFindings(source)).join();
      expect(found).to.contain('operation-operationId').and.to.contain('oas3-valid-media-example');
    },
  );
});
