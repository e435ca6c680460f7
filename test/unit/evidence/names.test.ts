import { agree, type FieldName, namesAgree, plainNumber } from '@portcullis/domain';
import { expect } from 'chai';

const alike: readonly (readonly [string, string])[] = [
  ['Anna Maria Eriksson', 'ERIKSSON ANNA MARIA'],
  ['Anna Eriksson', 'ERIKSSON ANNA MARIA'],
  ['Anna Maria Eriksson', 'ERIKSSON MARIA'],
  ['ERIKSSON, Anna', 'ANNA ERIKSSON'],
  ['Jean-Luc Picard', 'PICARD JEAN LUC'],
  ['Müller', 'MUELLER'],
  ['Müller', 'MULLER'],
  ['Mu\u0308ller', 'MUELLER'],
  ['Ørsted', 'OERSTED'],
  ['Ørsted', 'ORSTED'],
  ['Ångström', 'AANGSTROEM'],
  ['Ångström', 'ANGSTROM'],
  ['Strauß', 'STRAUSS'],
  ['STRAUẞ', 'STRAUSS'],
  ['Ægir Þór', 'AEGIR THOR'],
  ['Łukasz', 'LUKASZ'],
  ['Đorđe', 'DORDE'],
  ['Núñez', 'NUNEZ'],
  ['Çağla Işık', 'CAGLA ISIK'],
  ['İnönü', 'INONU'],
  ['Nguyễn', 'NGUYEN'],
];

const different: readonly (readonly [string, string])[] = [
  ['Anna Eriksson', 'ANNA ERIKSON'],
  ['Anna Sofia Eriksson', 'ERIKSSON ANNA MARIA'],
  ['Anna', 'HANNA'],
  ['Ann', 'ANNA'],
  ['', 'ERIKSSON'],
  ['', ''],
  ['  ', '-'],
  ['田中', 'TANAKA'],
  ['田中', '田中'],
];

describe('two names', () => {
  for (const [one, other] of alike) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} can be one person's, either way round`, () => {
      expect([namesAgree(one, other), namesAgree(other, one)]).to.deep.equal([true, true]);
    });
  }
  for (const [one, other] of different) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} are not known to be one person's, either way round`, () => {
      expect([namesAgree(one, other), namesAgree(other, one)]).to.deep.equal([false, false]);
    });
  }
});

describe('two sources of a field', () => {
  const cases: readonly (readonly [FieldName, string, string, boolean])[] = [
    ['sex', 'F', 'female', true],
    ['sex', 'm', 'MALE', true],
    ['sex', 'F', 'male', false],
    ['document_number', 'L 898-902 c3', 'L898902C3', true],
    ['document_number', 'L898902C3', 'L898902C', false],
    ['date_of_birth', '1974-08-12', '1974-08-12', true],
    ['date_of_birth', '1974-08-12', '1974-12-08', false],
    ['nationality', 'uto', 'UTO', true],
    ['last_name', 'Eriksson', 'ERIKSSON', true],
  ];
  for (const [name, one, other, expected] of cases) {
    it(`of ${name}: ${one} and ${other} ${expected ? 'agree' : 'disagree'}`, () => {
      expect(agree(name, one, other)).to.equal(expected);
    });
  }
});

describe('a plain number', () => {
  it('keeps letters A to Z and digits alone, in capitals', () => {
    expect(['l-89 8/9', '<<A1<<', '', 'é田1'].map(plainNumber)).to.deep.equal(['L8989', 'A1', '', '1']);
  });
});
