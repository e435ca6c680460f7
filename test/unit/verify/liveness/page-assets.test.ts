import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { root } from '../../../support/repository/files.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const run = promisify(execFile);

const model = JSON.stringify({ weightsManifest: [{ paths: ['group1-shard1of1.bin'], weights: [] }] });
const weights = Buffer.from('weights of a model');
const digestOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const digests = [`model.json=${digestOf(model)}`, `group1-shard1of1.bin=${digestOf(weights)}`];

describe('the command that fetches the model of the liveness component', function () {
  this.timeout(30_000);
  let folder: string;
  let server: StubServer;
  let requests: string[];
  before(async () => {
    server = await startStub(({ url = '' }, response) => {
      requests.push(url);
      if (url.startsWith('/cut/') && url.endsWith('.bin')) {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write(weights, () => response.destroy());
      } else if (url.startsWith('/elsewhere/')) response.writeHead(302, { Location: '/model/model.json' }).end();
      else if (/^\/(model|cut)\/model\.json$/.test(url)) response.end(model);
      else if (url === '/model/group1-shard1of1.bin') response.end(weights);
      else response.writeHead(404).end();
    });
  });
  beforeEach(() => {
    requests = [];
    folder = mkdtempSync(join(tmpdir(), 'page-assets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  after(() => server.close());

  const fetchFrom = async (path: string, given: readonly string[] = digests): Promise<string | null> => {
    const args = ['--from', `${server.url}${path}`, '--to', join(folder, 'model')];
    const program = [join(root, 'tools/page-assets.mjs'), ...args, ...given.flatMap((one) => ['--sha256', one])];
    return run(process.execPath, program).then(
      () => null,
      ({ stderr }) => String(stderr),
    );
  };
  const nothingIsKept = () => expect(readdirSync(folder)).to.deep.equal([]);

  it('takes files that have the right digests', async () => {
    expect(await fetchFrom('/model/')).to.equal(null);
    expect(readFileSync(join(folder, 'model/model.json'), 'utf8')).to.equal(model);
    expect(readFileSync(join(folder, 'model/group1-shard1of1.bin')).equals(weights)).to.equal(true);
    expect(readdirSync(folder)).to.deep.equal(['model']);
  });

  it('keeps nothing where one has another digest, and leaves what was there', async () => {
    const wrong = [...digests.slice(0, 1), `group1-shard1of1.bin=${digestOf('another')}`];
    expect(await fetchFrom('/model/', wrong)).to.include(`has the SHA-256 ${digestOf(weights)}, and not`);
    nothingIsKept();
    expect(await fetchFrom('/model/')).to.equal(null);
    await fetchFrom('/model/', wrong);
    expect(existsSync(join(folder, 'model/group1-shard1of1.bin'))).to.equal(true);
  });

  for (const [what, path, said] of [
    ['is not there', '/nowhere/', 'answered with 404'],
    ['is cut off', '/cut/', 'terminated'],
    ['is somewhere else', '/elsewhere/', 'fetch failed'],
  ] as const)
    it(`keeps nothing where a file ${what}`, async () => {
      expect(await fetchFrom(path)).to.include(said);
      nothingIsKept();
    });

  it('asks for nothing without a digest, or for a file of another name', async () => {
    expect(await fetchFrom('/model/', [])).to.match(/^No SHA-256 is known of model\.json and group1-shard1of1\.bin/);
    expect(await fetchFrom('/model/', [...digests, `../x=${digestOf('x')}`])).to.include('is no file of the model');
    expect(await fetchFrom('/model/', ['model.json=abc'])).to.include('No SHA-256 is known of model.json');
    expect(requests).to.deep.equal([]);
    nothingIsKept();
  });
});
