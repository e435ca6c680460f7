import { expect } from 'chai';
import { filesBelow, textOf } from '../support/repository/files.ts';

/** The programs of each package, which the bundles begin with, and the files that its `exports` name. */
const entriesOf = (owner: string): readonly string[] => {
  const { exports }: { exports: Record<string, { default: string }> } = JSON.parse(textOf(`${owner}/package.json`));
  const bundled = [...textOf('tools/bundle.mjs').matchAll(/'([^']+)\/dist\/([^/']+)\.js'/g)]
    .filter(([, program]) => program === owner)
    .map(([, , name]) => `src/${name}.ts`);
  const exported = Object.values(exports).map((file) => file.default.replace(/^\.\/dist\/(.+)\.js$/, 'src/$1.ts'));
  return [...exported, ...bundled].map((path) => `${owner}/${path}`);
};

/** The commands by their names, each with the file that it is loaded from. */
const loadedFrom = (main: string): readonly (readonly [string, string])[] =>
  [...main.matchAll(/^ {2}'?([a-z-]+)'?: \{\n.*\n.*import\('\.\/(.+)\.ts'\)/gm)].map(([, name = '', path = '']) => [
    name,
    path,
  ]);

const isPlaced = ([name, path]: readonly [string, string]): boolean =>
  [`${name}/${name}-command`, `commands/${name}-command`].includes(path);

describe('the files directly in src', () => {
  for (const owner of ['packages/app', 'packages/cli'])
    it(`are what is exported or started, in ${owner}`, () => {
      const loose = filesBelow(`${owner}/src`).filter((path) => path.split('/').length === 4);
      expect(loose).to.have.length.at.least(4);
      expect(entriesOf(owner)).to.include.members(loose);
    });
});

describe('a command', () => {
  it('is a file of `commands`, or has the folder of its name', () => {
    const commands = loadedFrom(textOf('packages/cli/src/main.ts'));
    expect(commands).to.have.length.at.least(20);
    expect(commands.filter((command) => !isPlaced(command))).to.deep.equal([]);
  });

  it('is found where it has neither', () => {
    const planted =
      "  'a-b': {\n    summary: '',\n    load: async () => (await import('./c/a-b-command.ts')).aB,\n  },\n";
    expect(loadedFrom(planted)).to.deep.equal([['a-b', 'c/a-b-command']]);
    expect(isPlaced(['a-b', 'c/a-b-command'])).to.equal(false);
  });
});
