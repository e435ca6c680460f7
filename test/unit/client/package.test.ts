import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build, stop } from 'esbuild';
import ts from 'typescript';
import { root, textOf } from '../../support/repository/files.ts';
import { nodesOf, sourceFrom } from '../../support/repository/source.ts';

const maxGzippedBytes = 6 * 1024;
const entries = ['index', 'flow'] as const;
type Entry = (typeof entries)[number];

/** An entry as a bundler makes it for a browser: a module that Node has to resolve would fail here. */
const bundled = async (entry: Entry, format: 'esm' | 'iife' = 'esm'): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, `packages/client/dist/${entry}.js`)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    format,
    globalName: 'portcullis',
  });
  return outputFiles[0]?.text ?? '';
};

/** What browsers, Deno and workers have in common with Node 20, as far as the client needs it. */
const webGlobals = {
  AbortController,
  Blob,
  FormData,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  clearTimeout,
  crypto,
  performance,
  setTimeout,
};

describe('the package of the client', function () {
  this.timeout(30_000);
  after(() => stop());

  for (const entry of entries) {
    it(`has at most ${maxGzippedBytes} bytes compressed: ${entry}`, async () => {
      expect(gzipSync(await bundled(entry), { level: 9 }).length).to.be.at.most(maxGzippedBytes);
    });

    it(`names nothing that only Node has: ${entry}`, async () => {
      const text = await bundled(entry);
      const { importedFiles } = ts.preProcessFile(text, true, true);
      expect(importedFiles).to.deep.equal([]);
      const names = nodesOf(sourceFrom(text).tree).flatMap((node) => (ts.isIdentifier(node) ? [node.text] : []));
      const foreign = ['process', 'Buffer', 'require', 'global', '__dirname', 'setImmediate', 'window', 'document'];
      expect(names.filter((name) => foreign.includes(name))).to.deep.equal([]);
    });
  }

  it('makes calls where only what the web has is there', async () => {
    const asked: string[] = [];
    const fetch = async (url: string, { headers }: RequestInit) => {
      asked.push(`${url} ${new Headers(headers).get('authorization')}`);
      return Response.json({ id: 'p1' });
    };
    const context = vm.createContext({ ...webGlobals, fetch });
    vm.runInContext(await bundled('flow', 'iife'), context);
    const program = `(async () => {
      const access = portcullis.readVerificationUrl('https://verify.example/verify/p1#token=a.b.c');
      const flow = portcullis.createFlowClient({ baseUrl: 'https://api.example', ...access });
      return (await flow.getProfile()).value.id;
    })()`;
    expect(await vm.runInContext(program, context)).to.equal('p1');
    expect(asked).to.deep.equal(['https://api.example/api/profiles/p1 Bearer a.b.c']);
    vm.runInContext(await bundled('index', 'iife'), context);
    const verified = vm.runInContext("portcullis.webhooks.verify('{}', {}, ['whsec_QUFB'])", context);
    expect(await verified).to.deep.nested.include({ 'problem.code': 'header_missing' });
  });

  it('has no secret, no token endpoint and no feed in what a browser loads', async () => {
    expect(await bundled('flow')).not.to.match(/client_secret|clientSecret|\/api\/auth|\/api\/events|erasure|whsec/);
    expect(await bundled('index')).to.match(/client_secret/);
  });

  it('has no `any` in its declarations', () => {
    const folder = 'packages/client/dist';
    const declarations = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.d.ts'),
    );
    expect(declarations).to.include.members(['index.d.ts', 'flow.d.ts', 'api/openapi.d.ts']);
    const anys = declarations.filter((name) =>
      nodesOf(sourceFrom(textOf(`${folder}/${name}`)).tree).some(({ kind }) => kind === ts.SyntaxKind.AnyKeyword),
    );
    expect(anys).to.deep.equal([]);
  });

  it('needs no other package', () => {
    const manifest = JSON.parse(textOf('packages/client/package.json'));
    expect(manifest).not.to.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies');
  });
});
