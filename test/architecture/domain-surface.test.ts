import { join } from 'node:path';
import { expect } from 'chai';
import { build } from 'esbuild';
import ts from 'typescript';
import { root, textOf } from '../support/repository/files.ts';
import { sourceFrom } from '../support/repository/source.ts';

/** What the index may promise to those who embed the domain, and what a page that verifies a chain may load. */
const maxNames = 130;
const maxVerifierBytes = 8.5 * 1024;

/** Answers the names that a file exports one by one, or `null` if it exports everything of another file. */
const namesOf = (path: string): readonly string[] | null => {
  const exported = sourceFrom(textOf(path), path).tree.statements.filter(ts.isExportDeclaration);
  const clauses = exported.map(({ exportClause }) => exportClause);
  if (!clauses.every((clause) => clause !== undefined && ts.isNamedExports(clause))) return null;
  return clauses.flatMap((clause) => clause.elements.map(({ name }) => name.text));
};

const minifiedBytes = async (program: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(root, 'test') },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
};

describe('the surface of the domain', function () {
  this.timeout(300_000);

  it(`promises at most ${maxNames} names in its index, each by name`, () => {
    const names = namesOf('packages/domain/src/index.ts');
    expect(names).to.be.an('array').with.length.within(100, maxNames);
  });

  it('has a file of its own for every subpath', () => {
    const { exports } = JSON.parse(textOf('packages/domain/package.json'));
    for (const [subpath, file] of Object.entries(exports)) {
      const name = subpath === '.' ? 'index' : subpath.slice(2);
      expect(file).to.deep.equal({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
      expect(textOf(`packages/domain/src/${name}.ts`)).to.include('export ');
    }
  });

  for (const entry of ['@portcullis/domain/ledger', '@portcullis/domain']) {
    it(`lets a page that takes only verifyChain from ${entry} load at most ${maxVerifierBytes} bytes`, async function () {
      const bytes = await minifiedBytes(
        `import { verifyChain } from '${entry}';\nglobalThis.verdict = (...chain) => verifyChain(...chain);\n`,
      );
      if (this.test) this.test.title += `: ${bytes}`;
      expect(bytes).to.be.within(1024, maxVerifierBytes);
    });
  }
});
