import { expect } from 'chai';
import { textOf } from '../../support/repository/files.ts';
import { manifests, shippedFolders } from './manifests.ts';

/** Answers the folders of `packages` that import each external package. */
const declared = (): ReadonlyMap<string, string> => {
  const users = new Map<string, readonly string[]>();
  for (const folder of shippedFolders) {
    const { dependencies, peerDependencies } = manifests.get(folder) ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!name.startsWith('@portcullis/'))
        users.set(name, [...(users.get(name) ?? []), folder.slice('packages/'.length)]);
    }
  }
  return new Map([...users].map(([name, folders]) => [name, [...folders].sort().join(', ')]));
};

const rows = [...textOf('docs/security/dependencies.md').matchAll(/^\| `([^`]+)` \| (.+?) \| (.+?) \|$/gm)].map(
  ([, name = '', users = '', why = '']) => ({ name, users: users.replaceAll('`', ''), why }),
);

describe('the documentation page of direct dependencies', () => {
  it('lists every package that a deployed package declares, with its users', () => {
    expect(Object.fromEntries(rows.map(({ name, users }) => [name, users]))).to.deep.equal(
      Object.fromEntries(declared()),
    );
    expect(rows.length).to.equal(declared().size);
  });

  it('gives a reason for each', () => {
    expect(rows.filter(({ why }) => why.split(' ').length < 3)).to.deep.equal([]);
  });
});
