import { dirname, relative } from 'node:path';
import { expect } from 'chai';
import { filesBelow, root } from '../support/repository/files.ts';
import { everyLayer, forbidden, layerRules, layers, orders, violationsIn } from './boundary-rules.ts';
import { plantedViolations } from './planted-violations.ts';

/** Answers every package with sources. */
const packagesWithSources = (): readonly string[] => {
  const owners = filesBelow('packages').map((path) => /^(packages\/(?:adapters\/)?[^/]+)\/src\//.exec(path)?.[1]);
  return [...new Set(owners.filter((owner) => owner !== undefined))];
};

/** Answers every folder with sources below another one, which is `.` itself. */
const sourceFolders = (base: string): readonly string[] => {
  const sources = filesBelow(base).filter((path) => /\.(tsx?|mjs)$/.test(path));
  return [...new Set(sources.map((path) => relative(base, dirname(path)) || '.'))];
};

describe('the layers of folders', () => {
  it('name every package', () => {
    expect(Object.keys(layers)).to.have.members([...packagesWithSources()]);
  });

  for (const [base, folders] of Object.entries(orders)) {
    it(`name every folder of ${base}`, () => {
      expect(everyLayer(folders)).to.have.members([...sourceFolders(base)]);
    });
  }
});

describe('the boundaries between packages', function () {
  this.timeout(300_000);

  it('are respected everywhere in this repository', async () => {
    expect(await violationsIn(root, ['packages', 'test', 'bench', 'tools'])).to.deep.equal([]);
  });

  it('have a planted violation for every rule', () => {
    const upward = Object.entries(orders).flatMap(([base, folders]) => layerRules(base, folders));
    expect([...Object.keys(plantedViolations), ...upward]).to.have.members(forbidden.map(({ name }) => name));
  });
});
