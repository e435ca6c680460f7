import { parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import { cardLines, icaoSpecimens, passportLines } from '../../../support/builders/readings.ts';

type Names = readonly [last: string | undefined, first: string | undefined, truncated: string];

const namesOf = (lines: readonly string[]): Names => {
  const { fields, truncated } = parseMrz(lines, '2026-05-01') ?? {};
  const cut = [truncated?.last ? 'last' : '', truncated?.first ? 'first' : ''].filter(Boolean).join(' ');
  return [fields?.last_name, fields?.first_name, cut];
};

const ofCard = (names: string): Names => namesOf([icaoSpecimens.td1[0], icaoSpecimens.td1[1], names.padEnd(30, '<')]);
const ofTd2 = (names: string): Names => namesOf([`I<UTO${names.padEnd(31, '<')}`, icaoSpecimens.td2[1]]);
const ofPassport = (names: string): Names => namesOf(passportLines({ names }));

describe('the names in an MRZ', () => {
  // These are the examples of ICAO 9303-4 to 9303-6, 4.2.3.
  const examples: readonly (readonly [(names: string) => Names, string, Names])[] = [
    [ofPassport, 'VAN<DER<MUELLEN<<MARTIN', ['VAN DER MUELLEN', 'MARTIN', '']],
    [ofPassport, 'AL<BASRI<<HUDA<MUHAMMAD<JAWAD', ['AL BASRI', 'HUDA MUHAMMAD JAWAD', '']],
    [ofPassport, 'SMITH<JONES<<SUSIE<MARGARET', ['SMITH JONES', 'SUSIE MARGARET', '']],
    [ofPassport, 'SATRIYA<SUDARPA', ['SATRIYA SUDARPA', undefined, '']],
    [
      ofPassport,
      'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K',
      ['NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG K', 'last first'],
    ],
    [
      ofPassport,
      'BENNELONG<WOOLOOMOOLOO<WARRANDYTE<W<<DI',
      ['BENNELONG WOOLOOMOOLOO WARRANDYTE W', 'DI', 'last first'],
    ],
    [
      ofPassport,
      'PAPANDROPOULOUS<<JONATHON<WARREN<TREVOR',
      ['PAPANDROPOULOUS', 'JONATHON WARREN TREVOR', 'last first'],
    ],
    [ofCard, 'BENNE<WOOLO<WARRA<WARNA<<DIN<P', ['BENNE WOOLO WARRA WARNA', 'DIN P', 'last first']],
    [ofCard, 'VILARCHAO<FERNANDEZ<<JOSE<RAMO', ['VILARCHAO FERNANDEZ', 'JOSE RAMO', 'last first']],
    [ofTd2, 'NILAVADHANANANDA<<ARN<PET<CHARO', ['NILAVADHANANANDA', 'ARN PET CHARO', 'last first']],
    [ofTd2, 'VILARCHAO<FERNANDEZ<<JOSE<RAMON', ['VILARCHAO FERNANDEZ', 'JOSE RAMON', 'last first']],
  ];
  for (const [read, names, expected] of examples) {
    it(`${names} are split as in the standard`, () => {
      expect(read(names)).to.deep.equal(expected);
    });
  }

  it('with a single part that fills the field may continue', () => {
    const name = 'A'.repeat(39);
    expect(ofPassport(name)).to.deep.equal([name, undefined, 'last']);
    expect(ofPassport(`${'A'.repeat(38)}<`)).to.deep.equal(['A'.repeat(38), undefined, '']);
    expect(ofPassport(`${'A'.repeat(37)}<<`)).to.deep.equal(['A'.repeat(37), undefined, '']);
  });

  it('say nothing of a given name for which there is no room (9303-4 to 9303-7, 4.2.3)', () => {
    const noRoomIn = (names: string, width: number): boolean => {
      const lines = width === 39 ? passportLines({ names }) : cardLines({ names });
      return parseMrz(lines, '2026-05-01')?.noRoomForFirst === true;
    };
    for (const width of [39, 30]) {
      const ofLength = (length: number) => noRoomIn('A'.repeat(length), width);
      expect([width, width - 1, width - 2, width - 3, 5].map(ofLength)).to.deep.equal([true, true, true, false, false]);
      expect(noRoomIn(`${'A'.repeat(width - 3)}<<M`, width)).to.equal(false);
      expect(noRoomIn(`${'B'.repeat(10)}<${'A'.repeat(width - 11)}`, width)).to.equal(true);
    }
    expect(noRoomIn(`<<${'A'.repeat(37)}`, 39)).to.equal(false);
  });

  it('are known to be a single part where no other follows, and not where the field was misread', () => {
    const absentIn = (names: string) => parseMrz(passportLines({ names }), '2026-05-01')?.absent;
    expect(['ANNA', '<<ANNA', 'ER1KSSON<<ANNA', 'ERIKSSON<<ANNA', ''].map(absentIn)).to.deep.equal([
      { last: false, first: true },
      { last: true, first: false },
      { last: false, first: false },
      { last: false, first: false },
      { last: false, first: false },
    ]);
  });

  it('may lack the family name', () => {
    expect(ofPassport('<<ANNA<MARIA')).to.deep.equal([undefined, 'ANNA MARIA', '']);
  });

  it('are each left out where a digit was read in them, since a name has none (9303-3, 4.6)', () => {
    expect(ofPassport('ER1KSSON<<ANNA')).to.deep.equal([undefined, 'ANNA', '']);
    expect(ofPassport('ERIKSSON<<ANNA<MAR1A')).to.deep.equal(['ERIKSSON', undefined, '']);
  });

  it('on the French card have a field each, and two fillers between given names', () => {
    const card = (last: string, first: string): Names =>
      namesOf([`IDFRA${last.padEnd(25, '<')}<<<<<<`, `8806923102858${first.padEnd(14, '<')}6512068F6`]);
    expect(card('LE<BRETON', 'ANNE<<MARIE')).to.deep.equal(['LE BRETON', 'ANNE MARIE', '']);
    expect(card('B'.repeat(25), 'ANNE<<MARIE')).to.deep.equal(['B'.repeat(25), 'ANNE MARIE', 'last']);
    expect(card('BERTHIER', 'ANNE<<CHARLOTT')).to.deep.equal(['BERTHIER', 'ANNE CHARLOTT', 'first']);
  });

  it('on the French licence are the first eight letters of the family name', () => {
    expect(namesOf(['D1FRA13AA000026181231BERTHIER0'])).to.deep.equal(['BERTHIER', undefined, 'last']);
  });
});
