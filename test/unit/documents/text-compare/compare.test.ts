import { type Comparator, compareValues, isDocumentNumber, normalizeNumber } from '@portcullis/documents';
import { expect } from 'chai';

const cases: readonly (readonly [Comparator, string, string, boolean])[] = [
  ['date', '1974-08-12', '1974-08-12', true],
  ['date', '1974-08-12', '19740812', true],
  ['date', '1974-08-12', '1974/08/12', true],
  ['date', '1974-08-12', '1974.08.12', true],
  ['date', '1974-08-12', ' 1974 08 12 ', true],
  ['date', '2024-02-29', '2024-02-29', true],
  ['date', '1974-08-12', '1974-12-08', false],
  ['date', '1974-08-12', '12.08.1974', false],
  ['date', '1974', '1974', false],
  ['date', '1974-08', '1974-08', false],
  ['date', '1974-00-00', '1974-00-00', false],
  ['date', '2023-02-29', '2023-02-29', false],
  ['date', '1974-08-12T00:00:00Z', '1974-08-12', false],
  ['date', '', '', false],
  ['number', 'L 898-902 c3', 'L898902C3', true],
  ['number', 'L898902C3<<<', 'L898902C3', true],
  ['number', 'L898902C3', 'L898902C', false],
  ['number', 'L89890203', 'L8989O2O3', false],
  ['number', 'I1', '11', false],
  ['number', '—', '—', false],
  ['country', 'uto', 'UTO', true],
  ['country', 'DE', 'D', true],
  ['country', 'Deutschland', 'Allemagne', true],
  ['country', 'SWE', 'CHE', false],
  ['sex', 'F', 'female', true],
  ['sex', 'm', 'MALE', true],
  ['sex', 'X', 'nonspecified', true],
  ['sex', '<', 'not specified', true],
  ['sex', 'non-binary', 'x', true],
  ['sex', 'F', 'male', false],
  ['sex', 'F', 'X', false],
  ['sex', 'fish', 'F', false],
  ['sex', 'fish', 'fish', false],
  ['sex', 'constructor', 'constructor', false],
  ['type', 'passport', 'passport', true],
  ['type', 'id_card', 'residence_permit', true],
  ['type', 'passport', 'id_card', false],
  ['type', 'driving_licence', 'id_card', false],
  ['type', 'other', 'passport', false],
];

describe('two values of a field', () => {
  for (const [comparator, one, other, agrees] of cases) {
    it(`that are no names, ${JSON.stringify(one)} and ${JSON.stringify(other)} as ${comparator}, ${agrees ? 'agree' : 'disagree'} at any limit of names`, () => {
      const both = [0, 100].flatMap((pass) => [
        compareValues(comparator, { value: one }, { value: other }, { pass, issuingState: null }),
        compareValues(comparator, { value: other }, { value: one }, { pass, issuingState: null }),
      ]);
      expect(both).to.deep.equal(both.map(() => ({ score: agrees ? 100 : 0, agrees })));
    });
  }

  it('that are names agree from a given score on', () => {
    const at = (pass: number) =>
      compareValues(
        'name',
        { value: 'García' },
        { value: 'GARCIA LOPEZ' },
        { pass, issuingState: null, isCorroborated: true },
      );
    expect([at(90), at(91)]).to.deep.equal([
      { score: 90, agrees: true },
      { score: 90, agrees: false },
    ]);
  });
});

describe('a normalized document number', () => {
  it('keeps letters A to Z and digits alone, in capitals', () => {
    expect(['l-89 8/9', '<<A1<<', '', 'é田1'].map(normalizeNumber)).to.deep.equal(['L8989', 'A1', '', '1']);
  });

  it('is of a text with no other characters than these, blanks, hyphens, strokes, points and fillers', () => {
    const numbers = ['L898902C3', ' l898 902-c3<', 'X12/B.1', 'x\u00a01'];
    expect(numbers.filter((text) => !isDocumentNumber(text))).to.deep.equal([]);
    const others = ['', ' -/.<', 'L8989Ж', 'АВС123', 'X١2', 'X1２', 'X①', '№55', 'Xß88', 'ıſ1', 'X*1', 'X1\u200b'];
    expect(others.filter(isDocumentNumber)).to.deep.equal([]);
  });
});
