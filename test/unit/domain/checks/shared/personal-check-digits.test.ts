import { exampleNumber, normalizeNumber } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { expect } from 'chai';
import { localReader, passportLines } from '../../../../support/builders/readings.ts';
import { sure, verdictOn } from '../../../../support/check-cases/verdict-on.ts';

const approved = ['approve'];
const doubted = ['review', 'personal_number_doubtful'];

/** A reading of the zone alone. */
const byLocalReader: Partial<DocumentReading> = {
  reader: localReader,
  documentType: null,
  issuingCountry: null,
};

describe("the check digit of the holder's own number", () => {
  it('is doubted where it is wrong, whatever birth the number has', () => {
    const born = (state: string, own: string, day: string, nationality: string = state) => {
      const optional = normalizeNumber(own).length > 14 ? '' : normalizeNumber(own);
      const number = exampleNumber(state, 'passport');
      const mrzLines = passportLines({ state, nationality, optional, born: day, number });
      return verdictOn({ ...byLocalReader, mrzLines, fields: { personal_number: sure(own) } });
    };
    for (const [state, own] of [
      ['BGR', '1043050002'],
      ['EST', '51003051230'],
      ['FIN', '131052-308U'],
      ['ITA', 'RCCMNL83S18D969I'],
      ['KAZ', '100305300008'],
      ['MEX', 'BOXW310820HNERXN08'],
      ['MUS', 'M0503901234564'],
      ['NOR', '05031012345'],
      ['POL', '10230512351'],
      ['POL', '90030612351'],
      ['ROU', '5100305123450'],
      ['SRB', '0503010710000'],
    ] as const)
      expect(born(state, own, '900305'), `${state} ${own}`).to.deep.equal(doubted);
    // Iceland gives them without one, Bulgaria gives foreigners another one, and Denmark has none.
    expect(born('ISL', '0503901230', '900305')).to.deep.equal(approved);
    expect(born('BGR', '1000000004', '900305', 'UKR')).to.not.include('personal_number_doubtful');
    expect(born('BGR', '1000000004', '900305')).to.include('personal_number_doubtful');
    expect(born('DNK', '0503901230', '900305')).to.deep.equal(approved);
  });

  it('is doubted where the number has a digit too few or too many, or was taken out of a document that always has one', () => {
    const seen = (state: string, optional: string, nationality = state) => {
      const mrzLines = passportLines({
        state,
        nationality,
        optional,
        born: '900305',
        number: exampleNumber(state, 'passport'),
      });
      return verdictOn({ ...byLocalReader, mrzLines, fields: {} });
    };
    for (const [state, own] of [
      ['POL', '1023051235'],
      ['POL', '102305123501'],
      ['POL', ''],
      ['EST', ''],
      ['EST', '4900305123'],
      ['LTU', '490030512345'],
      ['BLR', '3050390A001PB'],
      ['ROU', '190030540001'],
    ] as const)
      expect(seen(state, own), `${state} ${own}`).to.deep.equal(doubted);
    // Other data, another State, and a foreigner.
    expect(seen('ROU', '123456')).to.deep.equal(approved);
    expect(seen('FRA', '1023051235')).to.deep.equal(approved);
    expect(seen('LTU', '')).to.deep.equal(approved);
    expect(seen('EST', '', 'UKR')).to.deep.equal(approved);
  });

  it('is doubted in print alone where it was surely read', () => {
    const number = exampleNumber('ITA', 'passport');
    const mrzLines = passportLines({ state: 'ITA', nationality: 'ITA', optional: '', number });
    const read = (confidence: number) =>
      verdictOn({
        ...byLocalReader,
        mrzLines,
        fields: { personal_number: { value: 'RCCMNL83S18D969I', confidence } },
      });
    expect(read(0.9)).to.deep.equal(doubted);
    expect(read(0.89)).to.deep.equal(approved);
  });
});
