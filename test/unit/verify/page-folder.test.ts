import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { pagePolicy } from '#http/routes/pages/page-policy';
import { isFullEffort } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';

const built = join(root, 'packages/verify/dist/page');
/** Brotli takes seconds for the larger files of the build, which a full run alone compresses. */
const smallBytes = 20_000;

type Options = {
  readonly api: string;
  readonly to: string;
  readonly from: string;
  readonly livenessRegion?: string;
  readonly agentEndpoint?: string;
};
type Tools = { readonly makePageFolder: (options: Options) => Promise<void> };

describe('the folder of the page for an origin of its own', () => {
  let folder: string;
  let from: string;
  before('take the HTML and the files of the build, in a quick run the small ones', () => {
    from = mkdtempSync(join(tmpdir(), 'page-build-'));
    mkdirSync(join(from, 'assets'));
    const assets = readdirSync(join(built, 'assets')).map((name) => `assets/${name}`);
    const isTaken = (path: string): boolean => isFullEffort || statSync(join(built, path)).size < smallBytes;
    for (const path of ['index.html', 'index.html.gz', ...assets.filter(isTaken)])
      copyFileSync(join(built, path), join(from, path));
  });
  after(() => rmSync(from, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'page-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const make = async (api: string, more: Partial<Options> = {}): Promise<void> => {
    const { makePageFolder }: Tools = await import(pathToFileURL(join(root, 'tools/page-folder.mjs')).href);
    await makePageFolder({ api, from, to: folder, ...more });
  };
  const failureOf = (api: string): Promise<string> => make(api).then(() => '', String);
  const fileOf = (path: string): Buffer => readFileSync(join(folder, 'verify', path));

  it('names the API and the policy in its HTML, compressed too, and has the files of the build', async () => {
    await make('https://api.example.com/identity/', {
      livenessRegion: 'eu-west-1',
      agentEndpoint: 'https://metrics.example.com/behind',
    });
    const html = fileOf('index.html').toString('utf8');
    expect(html).to.include('<meta name="portcullis-api" content="https://api.example.com/identity" />');
    const policy = pagePolicy({
      api: 'https://api.example.com',
      liveness: { origins: ['wss://streaming-rekognition.eu-west-1.amazonaws.com'], usesWasm: true },
      deviceAgent: 'https://metrics.example.com',
    });
    expect(policy.split('; ')).to.include("frame-ancestors 'none'");
    const stated = policy.split('; ').filter((one) => !one.startsWith('frame-ancestors'));
    expect(html).to.include(`<meta http-equiv="Content-Security-Policy" content="${stated.join('; ')}" />`);
    expect(html.indexOf('http-equiv')).to.be.below(html.indexOf('<link'));
    expect(gunzipSync(fileOf('index.html.gz')).toString('utf8')).to.equal(html);
    expect(brotliDecompressSync(fileOf('index.html.br')).toString('utf8')).to.equal(html);
    const assets = readdirSync(join(folder, 'verify/assets'));
    const withoutBrotli = (names: readonly string[]) => names.filter((name) => !name.endsWith('.br'));
    expect(withoutBrotli(assets)).to.deep.equal(withoutBrotli(readdirSync(join(from, 'assets'))));
    const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);
    expect(scripts).to.have.length.at.least(1);
    for (const path of scripts)
      expect(brotliDecompressSync(fileOf(`${path}.br`)).equals(fileOf(path)), path).to.equal(true);
  });

  it('may reach no provider of liveness where none is named', async () => {
    await make('http://127.0.0.1:8000');
    const html = fileOf('index.html').toString('utf8');
    expect(html).to.include("connect-src 'self' http://127.0.0.1:8000;");
    expect(html).to.include("script-src 'self';");
  });

  for (const api of [
    'api.example.com',
    'ftp://a.example',
    'https://a.example/?b',
    'https://u:p@a.example',
    'https://a/"b',
  ])
    it(`is not made for ${api}`, async () => {
      expect(await failureOf(api)).to.include('--api takes an address');
      expect(readdirSync(folder)).to.deep.equal([]);
    });

  it('is not put over files that are there already', async () => {
    writeFileSync(join(folder, 'kept'), '');
    expect(await failureOf('https://api.example.com')).to.include('is not empty');
  });
});
