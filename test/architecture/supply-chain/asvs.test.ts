import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

const standard: { readonly level1: readonly string[]; readonly level2: readonly string[] } = JSON.parse(
  textOf('test/fixtures/asvs-ids.json'),
);
const levelOf = new Map([
  ...standard.level1.map((id) => [id, '1'] as const),
  ...standard.level2.map((id) => [id, '2'] as const),
]);

const page = textOf('docs/security/asvs.md');
const rows = [...page.matchAll(/^\| (V[\d.]+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', level = '', subject = '', state = '', shown = '']) => ({ id, level, subject, state, shown }),
);

const linksOf = (text: string): readonly string[] => [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);

describe('the ASVS table', () => {
  it('lists every requirement of levels 1 and 2 once, with its level', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).to.deep.equal(
      [...levelOf].map(([id, level]) => `${id} ${level}`).sort(),
    );
    // These are the numbers in the standard's own summary.
    expect([standard.level1.length, standard.level2.length]).to.deep.equal([70, 183]);
  });

  it('states the right count of each state', () => {
    const said = [...page.matchAll(/^\| ([a-z ]+) \| .+ \| (\d+) \|$/gm)].map(([, state, count]) => [
      state,
      Number(count),
    ]);
    const counted = ['met', 'partly', 'not met', 'operator', 'not applicable'].map((state) => [
      state,
      rows.filter((row) => row.state === state).length,
    ]);
    expect(said).to.deep.equal(counted);
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).to.equal(rows.length);
  });

  it('proves every met requirement by a link to something that exists', () => {
    const unshown = rows.filter(
      ({ state, shown }) => state === 'met' && linksOf(shown).length === 0 && !shown.includes('README.md#'),
    );
    expect(unshown.map(({ id, shown }) => `${id}: ${shown}`)).to.deep.equal([]);
    const dead = rows.flatMap(({ id, shown }) =>
      linksOf(shown)
        .filter((path) => !existsSync(join(root, 'docs/security', path)))
        .map((path) => `${id}: ${path}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('says why or what to do for every other requirement', () => {
    expect(rows.filter(({ shown, state }) => state !== 'met' && shown.split(' ').length < 2)).to.deep.equal([]);
  });
});
