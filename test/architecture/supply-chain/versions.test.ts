import { version } from '@portcullis/app/configuration';
import { expect } from 'chai';
import { filesBelow, textOf } from '../../support/repository/files.ts';

type Manifest = { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> };

describe('the version of Portcullis', () => {
  const manifests = [
    'package.json',
    ...filesBelow('packages').filter((path) => /^packages\/.*package\.json$/.test(path)),
  ];
  const read = (path: string): Manifest => JSON.parse(textOf(path));

  it('is the same in every package, in what they depend on of each other, and in what the service says', () => {
    expect(manifests.length).to.be.above(15);
    for (const path of manifests) {
      const { dependencies = {}, version: own } = read(path);
      expect(own, path).to.equal(version);
      for (const [name, wanted] of Object.entries(dependencies))
        if (name.startsWith('@portcullis/')) expect(wanted, `${path} ${name}`).to.equal(version);
    }
    expect(JSON.parse(textOf('lerna.json')).version).to.equal(version);
  });
});
