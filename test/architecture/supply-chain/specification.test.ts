import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

const page = textOf('docs/deployment/specification.md');
const [, ...rows] = page.split('\n').filter((line) => line.startsWith('| ') && line !== '|---|---|---|');

/** The tests that the page names by a letter, as it introduces them. */
const letters: Readonly<Record<string, string>> = {
  B: 'tools/images.mjs',
  C: 'test/architecture/supply-chain/compose.test.ts',
  D: 'test/architecture/supply-chain/dockerfiles.test.ts',
  I: 'test/architecture/supply-chain/container-image.test.ts',
  K: 'test/architecture/supply-chain/kubernetes.test.ts',
  O: 'test/system/console/origins.test.ts',
  S: 'test/system/deployment/start-database.test.ts',
  V: 'test/unit/app/config',
};

const codesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

/** The paths that a test is named by: a file, a folder of tests, or a letter. */
const testsIn = (cell = ''): readonly string[] => [
  ...[...cell.matchAll(/\b[A-Z]\b/g)].map(([letter]) => letters[letter] ?? `the letter ${letter}`),
  ...codesIn(cell).map((path) => (existsSync(join(root, 'test', path)) ? `test/${path}` : `test/${path}.test.ts`)),
];

describe('the table of the specification', () => {
  it('has 39 rows, each with a file and a test that are there', () => {
    expect(rows).to.have.length(39);
    for (const row of rows) {
      const [, , files, tests] = row.split('|');
      const paths = [...codesIn(files), ...testsIn(tests)];
      expect(codesIn(files), row).to.have.length.of.at.least(1);
      expect(testsIn(tests), row).to.have.length.of.at.least(1);
      expect(
        paths.filter((path) => !existsSync(join(root, path))),
        row,
      ).to.deep.equal([]);
    }
  });

  it('introduces its letters', () => {
    const introduced = page.split('| Row |')[0] ?? '';
    for (const [letter, path] of Object.entries(letters)) {
      const name = path.replace(/^.*supply-chain\/|^test\/|\.test\.ts$/g, '');
      expect(introduced, letter).to.match(new RegExp(`\\b${letter}\\b[^.]*${name}`));
    }
  });
});
