import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { lintPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import { textOf } from '../support/repository/files.ts';
import { programIn } from '../support/repository/page-programs.ts';

const page = 'docs/policies.md';
const example: unknown = JSON.parse(programIn(page, 'account.json'));

/** Lists every field of a policy by its path; the names of checks and of reasons are no fields. */
const fieldsOf = (value: unknown, path = ''): readonly string[] => {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isGroup || path === 'checks' || path === 'actions') return [path];
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, path === '' ? key : `${path}.${key}`));
};

describe('the documentation page of policies', () => {
  it('has an example that can be added unchanged', () => {
    const policy = decode(PolicyCodec, example);
    if (E.isLeft(policy)) throw new Error(JSON.stringify(policy.left));
    expect(lintPolicy(policy.right)).to.deep.equal([]);
  });

  it('has a row for every existing field, and no others', () => {
    const rows = textOf(page).matchAll(/^\| ((?:`[A-Za-z.]+`(?:, )?)+) \|/gm);
    const described = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
    const images = ['minSide', 'minSharpness', 'minBrightness', 'maxGlare', 'minColour', 'maxCutEdges', 'maxMoire'];
    const fields = [...fieldsOf(example), ...images.map((name) => `images.${name}`)];
    expect([...described].sort()).to.deep.equal([...fields].sort());
  });
});
