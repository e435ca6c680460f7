import { expect } from 'chai';
import { compareFields, plainForm } from '#console/model/comparison';
import type { Explanation, Profile } from '#console/model/wire';
import { aProfileBody, explained } from '../../../support/http/console-bodies.ts';

type Field = NonNullable<NonNullable<Profile['document']>['fields']['sex']>;
type Sources = { readonly [Source in Field['sources'][number]['source']]?: string };

const field = ({ ai, barcode, mrz }: Sources, agreement: Field['agreement'] = 'agree'): Field => {
  const sources = [
    ...(mrz === undefined ? [] : [{ source: 'mrz', value: mrz } as const]),
    ...(ai === undefined ? [] : [{ source: 'ai', value: ai } as const]),
    ...(barcode === undefined ? [] : [{ source: 'barcode', value: barcode } as const]),
  ];
  return { value: sources[0]?.value ?? '', sources, agreement };
};

const profile = (
  claimed: Profile['claimed'] | null,
  fields: NonNullable<Profile['document']>['fields'] = {},
): Profile => ({
  ...aProfileBody,
  claimed: claimed ?? {},
  document: { type: 'passport', issuing_country: 'UTO', fields },
});

const judged = (name: string, one: string, other: string, agrees: boolean): Explanation =>
  explained({
    name: 'claimed_data',
    status: 'failed',
    saw: [
      {
        kind: 'comparison',
        field: name,
        comparator: 'name',
        one: { source: 'claimed', value: one },
        other: { source: 'mrz', value: other },
        score: 80,
        agrees,
        lowered_by: { same: [], differing: [], only_in_one: [], only_in_other: [], sentence: 'They differ.' },
      },
    ],
  });

const rowOf = (given: Profile, name: string, explanation: Explanation | null = null) =>
  compareFields(given, explanation).find((row) => row.field === name);

const oddIn = (given: Profile, name: string, explanation: Explanation | null = null) =>
  Object.entries(rowOf(given, name, explanation)?.cells ?? {})
    .filter(([, cell]) => cell?.isDeviating === true)
    .map(([column]) => column);

describe('the comparison of fields', () => {
  it('marks the source that differs from the zone, and not the zone', () => {
    const given = profile(
      { document_number: 'L898902C8' },
      { document_number: field({ mrz: 'L898902C3', ai: 'L898902C3' }) },
    );
    expect(rowOf(given, 'document_number')?.result).to.equal('differ');
    expect(oddIn(given, 'document_number')).to.deep.equal(['claimed']);
  });

  it('takes values apart from case, accents and punctuation', () => {
    expect(plainForm("Müller-O'Brien, ß")).to.equal('MULLEROBRIENSS');
    const given = profile({ last_name: 'Muller Obrien' }, { last_name: field({ mrz: 'MÜLLER-O’BRIEN' }) });
    expect(rowOf(given, 'last_name')?.result).to.equal('same');
  });

  it('believes the service about what it has compared, in both directions', () => {
    const given = profile({ last_name: 'Müller' }, { last_name: field({ mrz: 'MUELLER' }) });
    expect(oddIn(given, 'last_name')).to.deep.equal(['claimed']);
    expect(oddIn(given, 'last_name', judged('last_name', 'Müller', 'MUELLER', true))).to.deep.equal([]);
    const alike = profile({ last_name: 'MUELLER' }, { last_name: field({ mrz: 'MUELLER' }) });
    expect(oddIn(alike, 'last_name', judged('last_name', 'MUELLER', 'MUELLER', false))).to.deep.equal(['claimed']);
    expect(rowOf(alike, 'last_name', judged('last_name', 'a', 'b', false))?.notes).to.deep.equal(['They differ.']);
  });

  it('marks sources of the document that disagree, and none that the service says agree', () => {
    const sources = { mrz: 'MUELLER', ai: 'Müller', barcode: 'MULLER' };
    expect(oddIn(profile(null, { last_name: field(sources, 'agree') }), 'last_name')).to.deep.equal([]);
    expect(oddIn(profile(null, { last_name: field(sources, 'disagree') }), 'last_name')).to.have.members([
      'ai',
      'barcode',
    ]);
    expect(rowOf(profile(null, { sex: field({ mrz: 'F', ai: 'F' }, 'disagree') }), 'sex')?.result).to.equal('differ');
  });

  it('puts what is claimed under another name beside the field of the document', () => {
    const given = profile(
      { country: 'UTO', gender: 'female', full_name: 'Anna Eriksson' },
      {
        issuing_country: field({ mrz: 'UTO' }),
        sex: field({ mrz: 'F' }),
        first_name: field({ mrz: 'ANNA' }),
        last_name: field({ mrz: 'ERIKSSON' }),
      },
    );
    for (const name of ['issuing_country', 'sex', 'full_name'])
      expect(rowOf(given, name)?.result, name).to.equal('same');
    expect(rowOf(given, 'full_name')?.cells.mrz?.value).to.equal('ANNA ERIKSSON');
  });

  it('has no row for what nobody says, and no difference where there is one source', () => {
    expect(rowOf(profile({ email: 'anna@example.org' }), 'email')?.result).to.equal('single');
    expect(rowOf(profile(null), 'last_name')).to.equal(undefined);
    expect(compareFields({ ...aProfileBody, redacted: true }, null)).to.deep.equal([]);
  });
});
