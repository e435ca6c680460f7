import { exampleNumber } from '@portcullis/documents';
import { type Claimed, type DocumentReading, decide } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, licenceText, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const verdictOn = (reading: Partial<DocumentReading>, claimed: Claimed = {}) => {
  const file = aCase({
    instead: { document_reading: [aReadingEvidence(reading)] },
    more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
  });
  const { deciding, outcome } = decide(standard, file, decidedAt);
  return [outcome, ...deciding];
};

const licenceOf = (issuer: string, DCG: string, printed: string): Partial<DocumentReading> =>
  aLicence({
    issuingCountry: printed,
    barcode: { state: 'read', text: licenceText({ DCG, DBA: '08122027' }).replace('636000', issuer) },
  });

const passportOf = (state: string, printed: string, nationality = state): Partial<DocumentReading> => {
  const mrzLines = passportLines({ state, nationality, number: exampleNumber(state, 'passport') });
  return { mrzLines, issuingCountry: printed, fields: printedFields(mrzLines) };
};

describe('a licence of a territory (AAMVA)', () => {
  for (const [issuer, code, short, name] of [
    ['604431', 'PRI', 'PR', 'Puerto Rico'],
    ['636019', 'GUM', 'GU', 'Guam'],
    ['636062', 'VIR', 'VI', 'US Virgin Islands'],
    ['604427', 'ASM', 'AS', 'American Samoa'],
    ['604430', 'MNP', 'MP', 'Northern Mariana Islands'],
  ] as const)
    it(`of ${name} is approved, whether barcode, print and claim name it or the United States`, () => {
      for (const DCG of ['USA', 'US', code, short])
        for (const printed of ['USA', code]) {
          expect(verdictOn(licenceOf(issuer, DCG, printed)), `${DCG} ${printed}`).to.deep.equal(['approve']);
          for (const country of ['US', short])
            expect(verdictOn(licenceOf(issuer, DCG, printed), { country }), country).to.deep.equal(['approve']);
        }
    });

  it('is held against the lists of countries as one of the territory, and of the United States', () => {
    const listed = (documents: Partial<typeof standard.documents>, issuer = '604431', printed = 'USA') => {
      const policy = { ...standard, documents: { ...standard.documents, ...documents } };
      const reading = licenceOf(issuer, printed, printed);
      const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
      const { deciding, outcome } = decide(policy, file, decidedAt);
      return [outcome, ...deciding];
    };
    const declined = ['decline', 'document_country_not_allowed'];
    for (const printed of ['USA', 'PRI']) {
      for (const country of ['PRI', 'USA']) {
        expect(listed({ deniedCountries: [country] }, '604431', printed), country).to.deep.equal(declined);
        expect(listed({ allowedCountries: [country] }, '604431', printed), country).to.deep.equal(['approve']);
      }
      expect(listed({ deniedCountries: ['GUM'] }, '604431', printed)).to.deep.equal(['approve']);
      expect(listed({ allowedCountries: ['GUM'] }, '604431', printed)).to.deep.equal(declined);
    }
    expect(listed({ deniedCountries: ['PRI'] }, '636000')).to.deep.equal(['approve']);
    expect(listed({ allowedCountries: ['PRI'] }, '636000')).to.deep.equal(declined);
  });

  it('is no licence of another territory, of a state or of another State', () => {
    expect(verdictOn(licenceOf('604431', 'GUM', 'GUM'))[0]).to.equal('review');
    expect(verdictOn(licenceOf('636000', 'PRI', 'PRI'))[0]).to.equal('review');
    expect(verdictOn(licenceOf('604431', 'CAN', 'CAN'))[0]).to.equal('review');
    expect(verdictOn(licenceOf('604431', 'USA', 'GBR'))[0]).to.equal('review');
  });

  it('of a province is approved with the codes of Canada, by each of its issuers', () => {
    for (const issuer of '604426 604428 604429 604432 604433 604434 636012 636013 636016 636017 636028'.split(' '))
      for (const DCG of ['CAN', 'CA'])
        expect(verdictOn(licenceOf(issuer, DCG, 'CAN'), { country: 'CA' }), issuer).to.deep.equal(['approve']);
  });
});

describe('a passport that a State issues for a territory', () => {
  for (const [state, printed] of [
    ['GBR', 'Jersey'],
    ['GBR', 'Isle of Man'],
    ['GBR', 'GGY'],
    ['GBR', 'Gibraltar'],
    ['GBD', 'Bermuda'],
    ['GBD', 'CYM'],
    ['DNK', 'Greenland'],
    ['DNK', 'FRO'],
    ['NLD', 'Aruba'],
    ['NLD', 'CUW'],
    ['NLD', 'SXM'],
    ['NLD', 'BES'],
    ['FRA', 'Guadeloupe'],
    ['FRA', 'NCL'],
    ['FRA', 'PYF'],
    ['FIN', 'ALA'],
    ['NZL', 'Cook Islands'],
    ['NZL', 'NIU'],
    ['AUS', 'NFK'],
    ['NOR', 'SJM'],
    ['USA', 'American Samoa'],
    ['CHN', 'HKG'],
  ] as const)
    it(`has ${state} where print names ${printed}, and is approved`, () => {
      expect(verdictOn(passportOf(state, printed))).to.deep.equal(['approve']);
    });

  it('is none of another State or of another territory', () => {
    for (const [state, printed] of [
      ['GBR', 'FRO'],
      ['NLD', 'GLP'],
      ['CHN', 'TWN'],
      ['JEY', 'GGY'],
      ['FRA', 'Monaco'],
      ['MAR', 'ESH'],
    ] as const)
      expect(verdictOn(passportOf(state, printed)), `${state} ${printed}`).to.deep.equal([
        'review',
        'mrz_print_mismatch',
      ]);
  });
});

describe('a code that ICAO 9303-3 lists beside those of ISO', () => {
  for (const code of ['NTZ', 'XOM', 'EUE', 'UNO', 'UNA', 'XXA', 'XXB', 'XXC', 'XXX', 'ANT'])
    it(`is a nationality: ${code}`, () => {
      expect(verdictOn(passportOf('SWE', 'SWE', code))).to.deep.equal(['approve']);
    });

  for (const [code, printed] of [
    ['XXA', 'Stateless'],
    ['XXA', 'Staatenlose'],
    ['XXA', 'Apolide'],
    ['XXB', 'Réfugiée'],
    ['XXB', 'Refugiada'],
    ['XXA', 'staatenlos'],
    ['XXB', 'Réfugié'],
  ] as const)
    it(`is a nationality by its name in print: ${printed}`, () => {
      const read = passportOf('SWE', 'SWE', code);
      const fields = { ...read.fields, nationality: { value: printed, confidence: 1 } };
      expect(verdictOn({ ...read, fields })).to.deep.equal(['approve']);
    });

  for (const code of 'XXA XXB XXC XXX NTZ ANT ATA BVT HMD UMI'.split(' '))
    it(`is no issuing State where it issues nothing: ${code}`, () => {
      const inZone = passportOf(code, code, 'SYR');
      const review = ['review', 'data_inconsistent'];
      expect(verdictOn(inZone)).to.deep.equal(review);
      expect(verdictOn({ ...inZone, issuingCountry: null })).to.deep.equal(review);
      expect(verdictOn(passportOf(code, code))).to.deep.equal(review);
    });

  for (const code of 'UNO UNA UNK XOM XPO XBA XIM XCC XCE XCO XEC XES XMP XDC EUE GBD IOT ATF SGS ESH'.split(' '))
    it(`is an issuing State where it issues documents: ${code}`, () => {
      expect(verdictOn(passportOf(code, code, 'SYR'))).to.deep.equal(['approve']);
    });
});
