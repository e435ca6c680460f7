import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { inFull } from '../../../support/effort.ts';
import { root } from '../../../support/repository/files.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';

describe('clients that generators write from the API description', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  inFull('compile strictly, and upload a document as JSON and as a form', async () => {
    const { tryClients } = await import(pathToFileURL(join(root, 'tools/generators/try-clients.mjs')).href);
    const { base_url: address, token } = sandbox().info;
    const names = ['hey-api', 'openapi-typescript'];
    const read = { json: 'passport', multipart: 'passport' };
    expect(await tryClients({ address, token, names, script: 'generate.mjs' })).to.deep.equal({
      'hey-api': read,
      'openapi-typescript': read,
    });
  });
});
