import {
  birthsInPersonalNumber,
  exampleNumber,
  isPersonalNumberOf,
  type MrzDoubt,
  misreadPersonalNumber,
  normalizeNumber,
} from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { expect } from 'chai';
import { cardLines, localReader, onCard, passportLines, printedFields } from '../../../../support/builders/readings.ts';
import { sure, verdictOn } from '../../../../support/check-cases/verdict-on.ts';

const approved = ['approve'];

/** A reading of the zone alone. */
const byLocalReader: Partial<DocumentReading> = {
  reader: localReader,
  documentType: null,
  issuingCountry: null,
  fields: {},
};

/** The birth in a number, with days of another one for what is not in it. */
const birthOf = (state: string, number: string): string => {
  const [birth = '______'] = birthsInPersonalNumber(state, number);
  return birth.replace(/_/g, (_, at: number) => '740812'.charAt(at));
};

describe("the holder's own number", () => {
  const doubted = ['review', 'personal_number_doubtful'];
  const seen = (state: string, optional: string, mrzDoubts: readonly MrzDoubt[] = []): Partial<DocumentReading> => ({
    ...byLocalReader,
    mrzLines: passportLines({
      state,
      nationality: state,
      optional,
      number: exampleNumber(state, 'passport'),
      born: birthOf(state, optional),
    }),
    mrzDoubts,
  });
  const letters = (...columns: readonly number[]): readonly MrzDoubt[] =>
    columns.map((column) => ({ line: 1, column: column + 28, others: 'O' }));

  it('is in doubt where it has letters that look like the digits of its State', () => {
    expect(verdictOn(seen('EST', '3851O110214'))).to.deep.equal(doubted);
    expect(verdictOn(seen('ZAF', '8OO1014999082'))).to.deep.equal(doubted);
    expect(verdictOn(seen('EST', '38510110214'))).to.deep.equal(approved);
  });

  for (const [states, number] of [
    ['KOR', '2O59328'],
    ['ARG PER TUN URY', '27O90123'],
    ['BHR CRI ISR CZE', '31482O049'],
    ['NLD', '1O0000009'],
    ['ARM DNK ECU ISL JOR SAU', '71O1701234'],
    ['BGR', '85O1010011'],
    ['IRN', 'O076229645'],
    ['SVK', '7653O10013'],
    ['UKR', '1759O13776'],
    ['BEL BRA CUB DOM GEO HRV LVA NGA QAT TUR', '71O17012348'],
    ['EST', '3851O110214'],
    ['LTU', '375O1010000'],
    ['NOR', '41O17500021'],
    ['POL', '022101O0015'],
    ['IND IRQ LKA MYS SWE VNM', '31487O049781'],
    ['KAZ', '75O101300014'],
    ['KWT', '2750101O0016'],
    ['GTM HND LUX MDA PAK THA UKR ZAF', '75682O0497812'],
    ['BIH MKD MNE SRB SVN', '01O1975710000'],
    ['CHE', '7569217O76985'],
    ['ROU', '175O101400010'],
    ['EGY KGZ UZB', '271O1757512345'],
    ['CHL', '1482O049K'],
    ['ESP', '1482O049Z'],
    ['FIN', '131O52308T'],
    ['MLT', '1482O04M'],
    ['SGP', 'S482O049Z'],
    ['TWN', 'B1482O0497'],
    ['ALB', 'G482O0497O'],
  ] as const)
    it(`is in doubt with an O for a 0: ${number} of ${states}`, () => {
      for (const state of states.split(' ')) {
        expect(verdictOn(seen(state, number)), state).to.deep.equal(doubted);
        expect(verdictOn(seen(state, number.replace('O', '0'))), state).to.deep.equal(approved);
      }
    });

  it('is of China in eighteen places, the last of which may be an X', () => {
    expect(isPersonalNumberOf('CHN', '11010519491231002X')).to.equal(true);
    expect(misreadPersonalNumber('CHN', '1101O519491231002X')).to.equal('11010519491231002X');
    expect(misreadPersonalNumber('CHN', 'LBOMMEKDMKNLA9')).to.equal(null);
  });

  it('is another one of its State only with the check digit that the State publishes', () => {
    for (const [state, right, wrong] of [
      ['BGR', '7523169263', '7523169264'],
      ['BLR', '3010175A001PB2', '3010175A001PB3'],
      ['SRB', '0101006500006', '0101006500007'],
      // All but the check digit are ten modulo eleven, which leaves one digit here.
      ['SVN', '0101006500081', '0101006500082'],
      ['CHE', '7569217076985', '7569217076986'],
      ['CZE', '7103192745', '7103192746'],
      ['EST', '36805280109', '36805280108'],
      ['LTU', '38703181745', '38703181746'],
      ['IRN', '0076229645', '0076229646'],
      ['ISL', '4504013150', '4504023150'],
      ['KAZ', '900101300007', '900101300008'],
      ['KWT', '290010100003', '290010100004'],
      ['NLD', '111222333', '111222334'],
      ['NOR', '15108695088', '15108695089'],
      ['POL', '44051401359', '44051401358'],
      ['ROU', '1630615123457', '1630615123458'],
      ['UKR', '1759013776', '1759013777'],
    ] as const) {
      expect(isPersonalNumberOf(state, right), right).to.equal(true);
      expect(isPersonalNumberOf(state, wrong), wrong).to.equal(false);
      expect(isPersonalNumberOf(state, right.slice(1)), state).to.equal(state === 'CZE');
    }
  });

  it('has the day of birth of its holder, which somebody who alters that day leaves there', () => {
    const born = (state: string, own: string, day: string): Partial<DocumentReading> => {
      const optional = normalizeNumber(own).length > 14 ? '' : normalizeNumber(own);
      const number = exampleNumber(state, 'passport');
      const mrzLines = passportLines({ state, nationality: state, optional, born: day, number });
      const fields = optional !== '' ? {} : { personal_number: sure(own) };
      return { ...byLocalReader, mrzLines, fields };
    };
    for (const [state, own, day] of [
      ['BEL', '75010100130', '750101'],
      ['BGR', '8501010011', '850101'],
      ['BGR', '0441010012', '040101'],
      ['BLR', '3010175A001PB2', '750101'],
      ['BLR', '5310304M010PB7', '040331'],
      ['CHN', '110105197501010020', '750101'],
      ['CZE', '7653010013', '760301'],
      ['DNK', '0101750010', '750101'],
      ['EGY', '27501011200010', '750101'],
      ['EST', '38510110214', '851011'],
      ['IDN', '3174014101750000', '750101'],
      ['ISL', '0101750039', '750101'],
      ['KAZ', '750101300014', '750101'],
      ['KGZ', '20101197500010', '750101'],
      ['KOR', '7501011234560', '750101'],
      ['KWT', '275010100016', '750101'],
      ['LTU', '37501010000', '750101'],
      ['LUX', '1975010112340', '750101'],
      ['LVA', '01017510000', '750101'],
      ['MYS', '750101141230', '750101'],
      ['NOR', '41017500021', '750101'],
      ['POL', '02210100015', '020101'],
      ['ROU', '1750101400010', '750101'],
      ['SRB', '0101975710000', '750101'],
      ['SVK', '7653010013', '760301'],
      ['SWE', '7501610010', '750101'],
      ['UKR', '1975010101230', '750101'],
      ['UZB', '30101751234560', '750101'],
      ['ZAF', '7501015009080', '750101'],
      ['ALB', 'I05101999I', '800101'],
      ['ALB', 'K00305012A', '000305'],
      ['ALB', 'K03305012A', '000305'],
      ['ARE', '784-1990-1234567-6', '900101'],
      ['BGD', '19901234567890123', '900101'],
      ['BHR', '520202236', '520201'],
      ['CUB', '91021027775', '910210'],
      ['FIN', '131052-308T', '521013'],
      ['FIN', '010303A902X', '030301'],
      ['GMB', '05039012345', '900305'],
      ['HUN', '3-040305-1234', '040305'],
      ['ITA', 'RCCMNL83S18D969H', '831118'],
      ['ITA', 'CNTCHR83T41D969D', '831201'],
      // Digits of the year, of the day and of the place as letters, where two people would have the same number.
      ['ITA', 'RCCMNLUPSMUD9SVZ', '831118'],
      ['LBY', '120041234567', '040305'],
      ['LKA', '853400937V', '851205'],
      // The same day by the calendar of a year that is not a leap year.
      ['LKA', '853400937V', '851206'],
      ['LKA', '198585102346', '851216'],
      ['LKA', '853660937V', '851231'],
      ['MEX', 'BOXW310820HNERXN09', '310820'],
      ['MEX', 'BOXW310820HNER', '310820'],
      ['MEX', 'BOXW310820ABC', '310820'],
      ['MEX', 'GMVLMR80070501M100', '800705'],
      ['MUS', 'M0503901234565', '900305'],
      ['NAM', '04030512345', '040305'],
      ['RWA', '1199080012345067', '900101'],
      ['SGP', 'S7012345A', '700101'],
      ['SGP', 'T0312345A', '030101'],
      ['VNM', '001090012345', '900101'],
    ] as const) {
      expect(verdictOn(born(state, own, day)), `${state} ${own}`).to.deep.equal(approved);
      expect(verdictOn(born(state, own, '800202')), `${state} ${own}`).to.deep.equal([
        'review',
        'data_dates_impossible',
      ]);
    }
    for (const [state, own] of [
      // No day of the calendar, as where the birth was not known.
      ['BEL', '75000000139'],
      ['BHR', '521302236'],
      ['CUB', '91001027775'],
      // Given to people who were born before 1968, and no year.
      ['SGP', 'S2612345A'],
      // The year in which the number was given.
      ['MDA', '2004123456789'],
      ['LKA', '850000937V'],
      // No year in which somebody may be born.
      ['ARE', '784555512345676'],
      ['BGD', '55559012345678901'],
      ['CHN', '110105557501010020'],
      ['KGZ', '20101557500010'],
      ['LBY', '155541234567'],
      ['LKA', '558585102346'],
      ['LUX', '5555010112340'],
      ['RWA', '2876080012345067'],
      ['SRB', '0101575710000'],
      ['SWE', '557501010010'],
      ['UKR', '5555010101230'],
    ] as const)
      expect(verdictOn(born(state, own, '800202')), `${state} ${own}`).to.deep.equal(approved);
  });

  it('has the last day of the year by a leap year alone where it is that one', () => {
    expect(birthsInPersonalNumber('LKA', '853660937V')).to.deep.equal(['851231']);
    expect(birthsInPersonalNumber('LKA', '858650937V')).to.deep.equal(['851230', '851231']);
  });

  it('has a day that is held against the zone where its print was surely read', () => {
    const number = exampleNumber('CHN', 'passport');
    const mrzLines = passportLines({ state: 'CHN', nationality: 'CHN', optional: '', born: '800202', number });
    const read = (confidence: number) =>
      verdictOn({
        ...byLocalReader,
        mrzLines,
        fields: { personal_number: { value: '110105197501010020', confidence } },
      });
    expect(read(0.9)).to.deep.equal(['review', 'data_dates_impossible']);
    expect(read(0.89)).to.deep.equal(approved);
  });

  describe('in the zone of a card', () => {
    const seen = (inZone: string, inPrint: string): Partial<DocumentReading> => {
      const mrzLines = cardLines({
        state: 'EST',
        nationality: 'EST',
        optional: inZone,
        born: '900305',
        number: 'AB1234567',
      });
      const fields = { ...printedFields(mrzLines), personal_number: sure(inPrint) };
      const side = { fields, mrzLines, barcode: null };
      return { documentType: 'id_card', issuingCountry: 'EST', fields, mrzLines, sides: onCard(side) };
    };

    it('has the birth where print has another number', () => {
      expect(verdictOn(seen('39003051231', '39003051231'))).to.deep.equal(approved);
      for (const inPrint of ['AB12', '123'])
        expect(verdictOn(seen('51003051239', inPrint)), inPrint).to.deep.equal(['review', 'data_dates_impossible']);
      expect(verdictOn(seen('51003051239', '39003051231'))).to.deep.equal([
        'review',
        'mrz_print_mismatch',
        'data_dates_impossible',
      ]);
      // A number of another kind in print is no other reading.
      expect(verdictOn(seen('39003051231', 'AB12'))).to.deep.equal(approved);
    });

    it('is in the second optional data where the first have something else', () => {
      const seenIn = (state: string, optional2: string, born: string, optional: string): Partial<DocumentReading> => {
        const number = exampleNumber(state, 'id_card');
        const data = { optional, optional2 };
        const mrzLines = cardLines({ state, nationality: state, number, born, ...data });
        const side = { fields: printedFields(mrzLines), mrzLines, barcode: null };
        return { ...side, documentType: 'id_card', issuingCountry: state, sides: onCard(side) };
      };
      for (const [state, own, born] of [
        ['BEL', '75010100130', '750101'],
        ['BGR', '8501010011', '850101'],
        ['BHR', '520202236', '520201'],
        ['CZE', '7653010013', '760301'],
        ['DNK', '0101750010', '750101'],
        ['EST', '38510110214', '851011'],
        ['ISL', '0101750039', '750101'],
        ['LTU', '37501010000', '750101'],
        ['LVA', '01017510000', '750101'],
        ['NOR', '41017500021', '750101'],
        ['POL', '02210100015', '020101'],
        ['SVK', '7653010013', '760301'],
      ] as const)
        for (const first of ['', 'S17', '0201001']) {
          const label = `${state} ${own} beside ${first}`;
          expect(verdictOn(seenIn(state, own, born, first)), label).to.deep.equal(approved);
          const altered = verdictOn(seenIn(state, own, '800202', first));
          expect(altered, label).to.deep.equal(['review', 'data_dates_impossible']);
          const misread = own.replace('0', 'O');
          expect(verdictOn(seenIn(state, misread, born, first)), label).to.deep.equal(doubted);
        }
      expect(verdictOn(seenIn('EST', '39003051239', '900305', 'S17'))).to.deep.equal(doubted);
      // The first of two such numbers counts.
      expect(verdictOn(seenIn('EST', '39003051231', '851011', '38510110214'))).to.deep.equal(approved);
    });

    it('has the birth where it is the number of the document', () => {
      const seenIn = (state: string, number: string, born: string): Partial<DocumentReading> => {
        const mrzLines = cardLines({ state, nationality: state, number, born });
        const side = { fields: printedFields(mrzLines), mrzLines, barcode: null };
        return { ...side, documentType: 'id_card', issuingCountry: state, sides: onCard(side) };
      };
      for (const [state, number, born] of [
        ['GMB', '05039012345', '900305'],
        ['LBY', '119901234567', '900305'],
      ] as const) {
        expect(verdictOn(seenIn(state, number, born)), state).to.deep.equal(approved);
        expect(verdictOn(seenIn(state, number, '800305')), state).to.deep.equal(['review', 'data_dates_impossible']);
      }
    });

    it('is the number in print only in the form that its State publishes, or long where none is known', () => {
      const seenIn = (state: string, optional: string): string => {
        const mrzLines = cardLines({ state, nationality: state, number: exampleNumber(state, 'id_card'), optional });
        const fields = { ...printedFields(mrzLines), document_number: sure(optional) };
        const side = { fields, mrzLines, barcode: null };
        return verdictOn({ ...side, documentType: 'id_card', issuingCountry: state, sides: onCard(side) }).join(' ');
      };
      for (const [state, optional] of [
        ['ESP', '51938472Z'],
        ['NLD', '111222333'],
        ['CHL', '12345678K'],
        ['MEX', '0123456789012'],
        ['UTO', '12345'],
      ] as const)
        expect(seenIn(state, optional), state).to.equal('approve');
      for (const [state, optional] of [
        ['DEU', '7'],
        ['DEU', 'L0C8K2R79'],
        ['POL', 'DEK482136'],
        ['CHL', '1234'],
        ['CHL', '12345'],
        ['EST', 'AB12345'],
        ['UTO', '1234'],
      ] as const)
        expect(seenIn(state, optional), `${state} ${optional}`).to.equal(
          'review mrz_print_mismatch identity_not_on_portrait_side',
        );
    });

    it('is in doubt with a check digit of another one', () => {
      expect(verdictOn(seen('39003051239', '39003051239'))).to.deep.equal(doubted);
      expect(verdictOn(seen('38103051238', '38103051238'))).to.deep.equal(doubted);
      expect(verdictOn(seen('39003051231', '39003051231'))).to.deep.equal(approved);
    });
  });

  it('is of Czechia and Slovakia in nine places too, as until 1953', () => {
    expect(['CZE', 'SVK'].map((state) => isPersonalNumberOf(state, '535231123'))).to.deep.equal([true, true]);
  });

  it('is in no doubt where its State is not known to write digits alone, or it is no such number', () => {
    expect(verdictOn(seen('UTO', 'ZE184226B'))).to.deep.equal(approved);
    expect(verdictOn(seen('EST', 'AB12'))).to.deep.equal(approved);
  });

  it('is in doubt where other characters fit its check digits, if its State may write them', () => {
    expect(verdictOn(seen('UTO', '00184226', letters(0, 1)))).to.deep.equal(doubted);
    expect(verdictOn(seen('EST', '00110110216', letters(0, 1)))).to.deep.equal(approved);
    const reading = seen('UTO', '00184226', letters(0, 1));
    expect(verdictOn({ ...reading, fields: { personal_number: sure('00184226') } })).to.deep.equal(approved);
  });

  it('is in doubt by any other characters where it is no number of its State itself', () => {
    expect(verdictOn(seen('EST', '00110110212', letters(0, 1)))).to.deep.equal(doubted);
    expect(verdictOn(seen('EST', '00184226', letters(0, 1)))).to.deep.equal(doubted);
  });
});
