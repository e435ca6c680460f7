import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { openApiDocument, staffDocument } from '#http/server';
import { httpConfig } from '../../support/http/server.ts';
import { root } from '../../support/repository/files.ts';

const describedNow = () => {
  const config = { ...httpConfig, sandbox: true };
  return JSON.parse(JSON.stringify({ api: openApiDocument(config), staff: staffDocument(config) }));
};
type Descriptions = ReturnType<typeof describedNow>;

/** The generated files that are not those of these descriptions, or of those that the generator takes. */
const staleFiles = async (descriptions?: Descriptions): Promise<readonly string[]> => {
  const tool = await import(pathToFileURL(join(root, 'tools/client-types.mjs')).href);
  return tool.staleFiles(descriptions);
};

/** The files that are stale after a change of the descriptions. */
const staleAfter = (change: (descriptions: Descriptions) => void): Promise<readonly string[]> => {
  const descriptions = describedNow();
  change(descriptions);
  return staleFiles(descriptions);
};

const client = 'packages/client/src/api';
const console = 'packages/console/src/model';

describe('the types of the client and of the console', () => {
  it('are those of the descriptions of today', async () => {
    expect(await staleFiles(), 'npm run generate:client').to.deep.equal([]);
    expect(await staleFiles(describedNow())).to.deep.equal([]);
  });

  for (const [what, files, change] of [
    [
      'a field',
      [`${client}/openapi.ts`],
      ({ api }: Descriptions) => delete api.components.schemas.Profile.properties.version,
    ],
    ['a code', [`${client}/openapi.ts`], ({ api }: Descriptions) => api.components.schemas.ProblemCode.enum.pop()],
    [
      'a path',
      [`${client}/openapi.ts`, `${client}/routes.ts`],
      ({ api }: Descriptions) => delete api.paths['/api/settings'],
    ],
    [
      'a field for staff',
      [`${console}/openapi.ts`],
      ({ staff }: Descriptions) => delete staff.components.schemas.Review.properties.claim,
    ],
    [
      'the filters of the lists for staff',
      [`${console}/openapi.ts`],
      ({ staff }: Descriptions) => staff.paths['/api/lists'].get.parameters.splice(0),
    ],
    [
      'a type of events for staff',
      [`${console}/openapi.ts`, `${console}/words.ts`],
      ({ staff }: Descriptions) => staff.components.schemas.EventType.enum.pop(),
    ],
  ] as const) {
    it(`are found to be others where a description has lost ${what}`, async () => {
      expect(await staleAfter((descriptions) => void change(descriptions))).to.deep.equal(files);
    });
  }
});
