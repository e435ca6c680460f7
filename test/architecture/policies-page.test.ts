import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { lintPolicy } from '@portcullis/explain';
import { schemaOf } from '@portcullis/http';
import { expect } from 'chai';
import { textOf } from '../support/repository/files.ts';
import { programIn } from '../support/repository/page-programs.ts';

const page = 'docs/policies.md';
const example: unknown = JSON.parse(programIn(page, 'account.json'));

/** A schema of JSON, as far as the fields of a policy are described by it. */
type Schema = {
  readonly properties?: { readonly [field: string]: Schema };
  readonly anyOf?: readonly Schema[];
};

/** Lists every field that a policy can have by its path; the names of checks and of reasons are no fields. */
const fieldsOf = ({ properties, anyOf = [] }: Schema, path = ''): readonly string[] => {
  const groups = [properties, ...anyOf.map((one) => one.properties)].filter((group) => group !== undefined);
  if (groups.length === 0 || ['checks', 'always', 'actions'].includes(path)) return [path];
  const fields = groups.flatMap((group) => Object.entries(group));
  return [...new Set(fields.flatMap(([key, inner]) => fieldsOf(inner, path === '' ? key : `${path}.${key}`)))];
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
    // Without limits a policy has `null` in place of the group, which has a row of its own.
    const fields = [...fieldsOf(schemaOf(PolicyCodec, new Map())), 'images'];
    expect(fields.length).to.be.at.least(45);
    expect([...described].sort()).to.deep.equal([...fields].sort());
  });
});
