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

describe('the table of the ASVS', () => {
  it('has every requirement of levels 1 and 2 once, with its level', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).to.deep.equal(
      [...levelOf].map(([id, level]) => `${id} ${level}`).sort(),
    );
    // As many as the standard's own summary counts.
    expect([standard.level1.length, standard.level2.length]).to.deep.equal([70, 183]);
  });

  it('counts its states as they are', () => {
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

  it('shows every requirement that is met by something that is there', () => {
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

  it('says of everything else why, or what is to be done', () => {
    expect(rows.filter(({ shown, state }) => state !== 'met' && shown.split(' ').length < 2)).to.deep.equal([]);
  });
});
