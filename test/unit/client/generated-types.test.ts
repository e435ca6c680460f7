import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { httpConfig } from '../../support/http/server.ts';
import { root } from '../../support/repository/files.ts';

const describedNow = () => JSON.parse(JSON.stringify(openApiDocument({ ...httpConfig, sandbox: true })));
type Description = ReturnType<typeof describedNow>;

/** The generated files that are not those of a description, or of the one that the generator takes. */
const staleFiles = async (description?: Description): Promise<readonly string[]> => {
  const tool = await import(pathToFileURL(join(root, 'tools/client-types.mjs')).href);
  return tool.staleFiles(description);
};

/** The files that are stale after a change of the description. */
const staleAfter = (change: (description: Description) => void): Promise<readonly string[]> => {
  const description = describedNow();
  change(description);
  return staleFiles(description);
};

describe('the types of the client', () => {
  it('are those of the API description of today', async () => {
    expect(await staleFiles(), 'npm run generate:client').to.deep.equal([]);
    expect(await staleFiles(describedNow())).to.deep.equal([]);
  });

  for (const [what, files, change] of [
    ['a field', ['openapi.ts'], ({ components }: Description) => delete components.schemas.Profile.properties.version],
    ['a code', ['openapi.ts'], ({ components }: Description) => components.schemas.ProblemCode.enum.pop()],
    ['a path', ['openapi.ts', 'routes.ts'], ({ paths }: Description) => delete paths['/api/settings']],
  ] as const) {
    it(`are found to be others where the description has lost ${what}`, async () => {
      expect(await staleAfter((description) => void change(description))).to.deep.equal(files);
    });
  }
});
