import { dirname } from 'node:path';
import { expect } from 'chai';
import { filesBelow } from '../support/repository/files.ts';

/** The folder of sources that a test of one package stands for, or `null` if it is directly below its package. */
const sourceFolderOf = (test: string): string | null => {
  const [, adapter, owner, folder] = /^test\/(?:unit|(adapters))\/([^/]+)\/(?:(.+)\/)?[^/]+$/.exec(test) ?? [];
  if (folder === undefined) return null;
  return `packages/${adapter === undefined ? '' : 'adapters/'}${owner}/src/${folder}`;
};

/** Answers the tests that stand in a folder which no folder of sources has the name of. */
const misplacedTests = (tests: readonly string[], sources: readonly string[]): readonly string[] => {
  const folders = new Set(sources.map((path) => dirname(path)));
  return tests.filter((test) => {
    const folder = sourceFolderOf(test);
    return folder !== null && !folders.has(folder);
  });
};

const sources = filesBelow('packages').filter((path) => /\.tsx?$/.test(path));

describe('the folders of the tests of a package', () => {
  it('have the names of the folders of its sources', () => {
    const tests = filesBelow('test/unit', 'test/adapters').filter((path) => path.endsWith('.test.ts'));
    expect(tests.length).to.be.at.least(150);
    expect(misplacedTests(tests, sources)).to.deep.equal([]);
  });

  it('are reported where no folder of sources has the name', () => {
    const misplaced = ['test/unit/domain/planted/a.test.ts', 'test/adapters/aws/planted/a.test.ts'];
    const placed = [
      'test/unit/domain/a.test.ts',
      'test/unit/domain/kernel/concurrency/a.test.ts',
      'test/adapters/aws/client/a.test.ts',
    ];
    expect(misplacedTests([...misplaced, ...placed], sources)).to.deep.equal(misplaced);
  });
});
