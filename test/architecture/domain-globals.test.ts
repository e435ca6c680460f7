import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/repository/files.ts';

/** Compiles files with the settings of a package, and answers the compiler's messages, one line each. */
const compilerErrors = (settings: string, files: Readonly<Record<string, string>>): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-planted-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = {
      extends: join(root, settings),
      compilerOptions: { rootDir: folder, noEmit: true, composite: false, declaration: false, declarationMap: false },
      include: [join(folder, '*.ts')],
      references: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').filter((line) => line !== '');
    if ((status === 0) !== (lines.length === 0)) throw new Error(`the compiler ended with ${status}`);
    return lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Globals that Node and browsers have and the language has not. */
const platformGlobals: Readonly<Record<string, string>> = {
  process: 'process.env',
  Buffer: "Buffer.from('a')",
  require: "require('x')",
  document: 'document.title',
  window: 'window.location',
  fetch: "fetch('http://127.0.0.1')",
  console: "console.log('a')",
  setTimeout: 'setTimeout(() => 1, 1)',
  crypto: 'crypto.randomUUID()',
  TextEncoder: 'new TextEncoder()',
  URL: "new URL('a:b')",
};

const pureSource = 'export const day = (at: string): string => new Date(Date.parse(at)).toISOString().slice(0, 10);\n';

for (const settings of [
  'packages/documents/tsconfig.json',
  'packages/domain/tsconfig.json',
  'packages/explain/tsconfig.json',
  'packages/events/tsconfig.json',
  'packages/backoffice/tsconfig.json',
  'packages/adapters/memory/tsconfig.json',
]) {
  describe(`the compiler settings of ${settings}`, function () {
    this.timeout(300_000);

    it('accept a file that uses only the language', () => {
      expect(compilerErrors(settings, { 'pure.ts': pureSource })).to.deep.equal([]);
    });

    it('reject every name that only Node or a browser has', () => {
      const names = Object.keys(platformGlobals);
      const files = Object.fromEntries(
        names.map((name) => [`${name}-used.ts`, `export const a = ${platformGlobals[name]};\n`]),
      );
      const unknown = compilerErrors(settings, { ...files, 'pure.ts': pureSource }).map(
        (line) => line.match(/'(\w+)'/)?.[1],
      );
      expect(unknown).to.have.members(names);
    });

    it('reject an import of a Node module', () => {
      const said = compilerErrors(settings, { 'a.ts': "export { randomUUID } from 'node:crypto';\n" });
      expect(said.map((line) => line.includes("'node:crypto'"))).to.deep.equal([true]);
    });
  });
}
