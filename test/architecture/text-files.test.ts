import { expect } from 'chai';
import { filesBelow, textOf } from '../support/repository/files.ts';

const sources = filesBelow('packages').filter((path) => /\/src\/.*\.tsx?$/.test(path));

/** A file that is read as a text past `readTextFile`: with the name of an encoding. */
const pastTheReader = /\breadFile(Sync)?\([^;]*?'(utf-?8|latin1|ascii)'/;

/** The files that read a text by themselves, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/adapters/postgres/src/connection/options.ts': 'the adapter does not know the app; it leaves out the mark',
  'packages/app/src/config/version.ts': 'a file of this release',
  'packages/cli/src/sandbox/pid-file.ts': 'processes of the system, and a file that the sandbox alone writes',
  'packages/cli/src/sandbox/postgres-programs.ts': 'a file of a package of npm',
  'packages/cli/src/sandbox/postgres-server.ts': 'the accounts of the system',
};

describe('a text file', () => {
  it('is read by `readTextFile` alone, but for the files that are listed with a reason', () => {
    const found = sources.filter((path) => !path.startsWith('packages/simulator/') && pastTheReader.test(textOf(path)));
    expect(found).to.have.members(Object.keys(exceptions));
  });

  it('is found where something else reads it', () => {
    for (const line of ["readFileSync(file, 'utf8')", "await readFile(join(folder, name), 'utf8')"])
      expect(pastTheReader.test(line), line).to.equal(true);
    expect(pastTheReader.test('readFileSync(picture)')).to.equal(false);
  });
});
