import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import { build } from 'esbuild';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';

const scriptsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.js'));

/** The scripts of the newest build: those of the one before stay beside them for programs that still run. */
const newestScriptsIn = (folder: string): readonly string[] =>
  JSON.parse(textOf(`${folder}/files.json`)).filter((name: string) => name.endsWith('.js'));

/** The expressions of code that name a file by its path from the code's own file. */
const pathsFromOwnFile = /new URL\(["'](\.[^"']+)["'], import\.meta\.url\)/g;

describe('the bundle of the service', () => {
  it('is the program that is started, here and in the image', () => {
    const { scripts: commands } = JSON.parse(textOf('package.json'));
    expect(commands.start).to.equal('exec node tools/start.mjs');
    expect(textOf('tools/start.mjs')).to.include("new URL('../packages/app/bundle/main.js', import.meta.url)");
    expect(textOf('Dockerfile')).to.include('\nCMD ["node", "packages/app/bundle/main.js"]\n');
    expect(scriptsIn('packages/app/bundle')).to.include('main.js');
  });
});

describe('the bundle of the commands', () => {
  it('is what npx portcullis, the sandbox and the demo run', () => {
    expect(textOf('packages/cli/bin/portcullis.mjs')).to.include("new URL('../bundle/main.js', import.meta.url)");
    expect(textOf('tools/run.mjs')).to.include("sandbox: 'packages/cli/bundle/sandbox.js'");
    expect(textOf('tools/run.mjs')).to.include("demo: 'packages/cli/bundle/demo.js'");
    expect(scriptsIn('packages/cli/bundle')).to.include.members(['main.js', 'sandbox.js', 'demo.js']);
  });
});

/** Parses each of the files that it is called with as a module, and fails at the first that cannot be parsed. */
const parseAll =
  "for (const file of process.argv.slice(1)) new vm.SourceTextModule(fs.readFileSync(file, 'utf8'), { identifier: file })";

/**
 * Whether a script is a CommonJS package that is imported late: it has nothing but a default export, so that the names
 * that its importer expects are `undefined`. A module of our own that imports the package statically has them.
 */
const isNameless = (script: string): boolean => /^export default require_\w+\(\);$/m.test(script);

describe('the search for packages whose names are lost in a bundle', () => {
  it('finds one that is imported late, and none that a module imports statically', async () => {
    const bundled = async (contents: string): Promise<readonly string[]> => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: root },
        bundle: true,
        splitting: true,
        write: false,
        format: 'esm',
        platform: 'node',
        outdir: root,
        external: ['node:*'],
      });
      return outputFiles.map(({ text }) => text);
    };
    const late = await bundled("const { default: one } = await import('yauzl'); console.log(one);");
    expect(late.some(isNameless)).to.equal(true);
    const early = await bundled("import { open } from 'yauzl'; console.log(open);");
    expect(early.some(isNameless)).to.equal(false);
  });
});

for (const name of ['app', 'cli']) {
  const folder = join(root, 'packages', name, 'bundle');
  const scripts = scriptsIn(`packages/${name}/bundle`);
  const newest = newestScriptsIn(`packages/${name}/bundle`);
  const named = newest.flatMap((script) =>
    [...readFileSync(join(folder, script), 'utf8').matchAll(pathsFromOwnFile)].map(([, path = '']) => path),
  );

  describe(`the files of packages/${name}/bundle`, () => {
    it('are readable by everybody who can read the compiled code, and not only by the account that built it', () => {
      const compiled = join(root, 'packages', name, 'dist');
      const readers = (path: string): number => statSync(path).mode & 0o055;
      expect(readers(folder)).to.equal(readers(compiled));
      for (const script of scripts)
        expect(readers(join(folder, script)), script).to.equal(readers(join(compiled, 'main.js')));
    });

    it('include every worker script that the code starts by a relative path', () => {
      const asked = filesBelow('packages')
        // The service has nothing of the commands.
        .filter((path) => path.endsWith('.ts') && (name === 'cli' || !path.startsWith('packages/cli/')))
        .flatMap((path) => [...textOf(path).matchAll(/new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g)])
        .map(([, worker = '']) => worker);
      expect(asked).to.have.length.at.least(2);
      expect(asked.filter((worker) => !newest.includes(worker))).to.deep.equal([]);
    });

    it('find the files that they name by a path from their own', () => {
      expect(named).to.have.length.at.least(3);
      expect(named.filter((path) => !existsSync(join(folder, path)))).to.deep.equal([]);
    });

    it('find the scripts of evidence packs in the image and in packed packages, too', () => {
      const found = named.filter((path) => path.endsWith('.mjs')).map((path) => join('packages', name, 'bundle', path));
      expect(found.map((path) => basename(path)).sort()).to.deep.equal(['verify-pack.mjs']);
      for (const path of found) {
        const bin = dirname(path);
        expect(textOf('Dockerfile')).to.include(`\nCOPY --from=build /build/${bin} ${bin}\n`);
        expect(JSON.parse(textOf(join(dirname(bin), 'package.json'))).files).to.include(basename(bin));
      }
    });

    it('have the names of each package that is loaded late', () => {
      const nameless = newest.filter((script) => isNameless(readFileSync(join(folder, script), 'utf8')));
      expect(nameless).to.deep.equal([]);
    });

    it('are syntactically valid, lazily loaded ones included', () => {
      const files = scripts.map((script) => join(folder, script));
      execFileSync(process.execPath, ['--experimental-vm-modules', '--no-warnings', '-e', parseAll, ...files]);
      expect(scripts.length).to.be.at.least(5);
    });
  });
}
