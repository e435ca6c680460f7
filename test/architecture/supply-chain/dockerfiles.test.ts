import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { filesBelow, textOf } from '../../support/repository/files.ts';

/** What the linter finds in a Dockerfile, by line. */
const findingsIn = (text: string): readonly string[] =>
  validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

describe('the Dockerfiles', () => {
  const paths = ['Dockerfile', ...filesBelow('deploy').filter((path) => path.endsWith('/Dockerfile'))];
  it('are those of the service, of its backups, of the database and of the page', () => {
    expect(paths).to.deep.equal([
      'Dockerfile',
      ...['backup', 'database', 'page'].map((name) => `deploy/${name}/Dockerfile`),
    ]);
  });

  for (const path of paths)
    it(`are free of findings of the linter: ${path}`, () => {
      expect(findingsIn(textOf(path))).to.deep.equal([]);
    });

  const violations = {
    'an instruction that there is none of': 'FROM node\nRUNN npm ci\n',
    'a flag that there is none of': 'FROM node\nCOPY --form=build a b\n',
    'a duration that is none': 'FROM node\nHEALTHCHECK --interval=10 CMD true\n',
    'two commands': 'FROM node\nCMD ["a"]\nCMD ["b"]\n',
    'two stages of one name': 'FROM node AS build\nFROM node AS build\n',
    'a signal that there is none of': 'FROM node\nSTOPSIGNAL a b\n',
    'no image': 'RUN npm ci\n',
  };
  for (const [what, text] of Object.entries(violations))
    it(`would be found with ${what}`, () => {
      expect(findingsIn(text)).to.have.length.greaterThan(0);
    });
});
