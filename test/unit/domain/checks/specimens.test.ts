import { exampleNumber, specimenSign, specimens } from '@portcullis/documents';
import { type DocumentReading, decide, standardPolicy } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import type { Holder } from '#documents/reading/specimens';
import { sampleNumbers } from '#documents/reading/specimens';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import {
  aLicence,
  cardLines,
  icaoSpecimens,
  passportLines,
  printedFields,
} from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

/** The policy of a service in production, for documents of every State and in every state of validity. */
const production: FlatPolicy = {
  ...standardPolicy({ livenessThreshold: 75, specimens: false }),
  documents: {
    ...standardPolicy({ livenessThreshold: 75, specimens: false }).documents,
    deniedCountries: [],
    expiryGraceDays: 3650,
    maxValidityYears: null,
  },
};

const verdictOn = (reading: Partial<DocumentReading>, policy = production) => {
  const file = aCase({
    instead: { document_reading: [aReadingEvidence(reading)] },
  });
  return decide(policy, file, decidedAt);
};

const mrz = (mrzLines: readonly string[], issuingCountry: string, documentType: DocumentReading['documentType']) => ({
  mrzLines,
  issuingCountry,
  documentType,
  fields: printedFields(mrzLines),
});

const passport = (state: string, over: Parameters<typeof passportLines>[0]) =>
  mrz(passportLines({ state, nationality: state === 'DEU' ? 'D' : state, ...over }), state, 'passport');
const card = (state: string, over: Parameters<typeof cardLines>[0]) =>
  mrz(cardLines({ state, nationality: state, ...over }), state, 'id_card');

const published: readonly (readonly [name: string, reading: Partial<DocumentReading>])[] = [
  ['Anna Maria Eriksson of Utopia, L898902C3', mrz(passportLines(), 'UTO', 'passport')],
  ['her card of ICAO 9303-5, D23145890', mrz(cardLines(), 'UTO', 'id_card')],
  ['Erika Mustermann, C01X00T47', passport('DEU', { names: 'MUSTERMANN<<ERIKA', number: 'C01X00T47' })],
  ['Erika Mustermann, L01X00T47', card('DEU', { code: 'ID', names: 'MUSTERMANN<<ERIKA', number: 'L01X00T47' })],
  ['Erika Mustermann, LZ6311T47', card('DEU', { code: 'ID', names: 'MUSTERMANN<<ERIKA', number: 'LZ6311T47' })],
  ['the number of Erika Mustermann with another name', passport('DEU', { number: 'C01X00T47' })],
  ['Carmen Española Española', passport('ESP', { names: 'ESPANOLA<ESPANOLA<<CARMEN', number: 'ZAB000254' })],
  ['Bianca Rossi, CA00000AA', card('ITA', { code: 'C<', names: 'ROSSI<<BIANCA', number: 'CA00000AA' })],
  ['Willeke De Bruijn, SPECI2014', passport('NLD', { names: 'DE<BRUIJN<<WILLEKE<LISELOTTE', number: 'SPECI2014' })],
  ['Angela Zoe UK Specimen', passport('GBR', { names: 'UK<SPECIMEN<<ANGELA<ZOE', number: '533401372' })],
  ['Happy Traveler', passport('USA', { names: 'TRAVELER<<HAPPY', number: '340007237' })],
  [
    'Maëlys-Gaëlle Martin, X4RTBPFW4',
    card('FRA', { code: 'ID', names: 'MARTIN<<MAELYS<GAELLE<MARIE', number: 'X4RTBPFW4' }),
  ],
  ['Maria Olivia Virtanen', passport('FIN', { names: 'VIRTANEN<<MARIA<OLIVIA', number: 'XP1234567', born: '711221' })],
  ['Lauren O’Sullivan', passport('IRL', { names: 'OSULLIVAN<<LAUREN', number: 'XN5004216', born: '880504' })],
  ['Jane Citizen', passport('AUS', { names: 'CITIZEN<<JANE', number: 'PA0940443' })],
  [
    'Jane Citizen with another number, born on the day of the specimen',
    passport('AUS', { names: 'CITIZEN<<JANE', number: 'PB4821360', born: '840607' }),
  ],
  ['the number of a Taiwanese sample', passport('TWN', { names: 'HALE<<ANNA', number: '888800371' })],
  ['Yangben Zhengjian', passport('CHN', { names: 'ZHENGJIAN<<YANGBEN', number: 'E90000082' })],
  ['the number of ICAO under Sweden, L898902C3', passport('SWE', { names: 'HALE<<ANNA', number: 'L898902C3' })],
  [
    'Anna Maria Eriksson under Sweden, born on the day of the specimen',
    passport('SWE', { names: 'ERIKSSON<<ANNA<MARIA', number: '91234567', born: '740812' }),
  ],
  [
    'a national of Utopia under Sweden',
    passport('SWE', { names: 'HALE<<ANNA', number: '91234567', nationality: 'UTO' }),
  ],
  [
    'Sarah Martin, P123456AA',
    passport('CAN', { code: 'PP', names: 'MARTIN<<SARAH', number: 'P123456AA', born: '900801' }),
  ],
  ['the number of an Indian sample', passport('IND', { names: 'HALE<<ANNA', number: 'J8369854' })],
  ...[
    ['ARG', 'ZZZ000110'],
    ['AUT', 'U1234567'],
    ['CHE', 'S1A00A000'],
    ['GBR', '999237144'],
    ['HUN', 'BD0002028'],
    ['KOR', 'M123A4567'],
    ['LUX', 'JC3L7T2H'],
    ['NOR', 'CCC002251'],
    ['SWE', 'XA0000001'],
    ['TWN', '888800850'],
    ['USA', 'E00009349'],
  ].map(
    ([state = '', number = '']) =>
      [`the number of a sample of ${state}, ${number}`, passport(state, { names: 'HALE<<ANNA', number })] as const,
  ),
  ['the number of a Greek sample', passport('GRC', { names: 'HALE<<ANNA', number: 'AE0000005' })],
  ['Helvetia Schweizer Sample', card('CHE', { names: 'SCHWEIZER<SAMPLE<<HELVETIA', number: 'E4821360' })],
  ['Åsamund Østenbyen', card('NOR', { names: 'OESTENBYEN<<AASAMUND', number: 'GDC482136', born: '560423' })],
  ['the number of a Norwegian card', card('NOR', { names: 'HALE<<ANNA', number: 'GDC000127' })],
  ['Andris Paraudziņš', card('LVA', { names: 'PARAUDZINS<<ANDRIS', number: 'PA9929216', born: '821212' })],
  ['Mari-Liis Männik', passport('EST', { names: 'MAENNIK<<MARI<LIIS', number: 'KB4821360', born: '710101' })],
  ['Zeynep Örnek', passport('TUR', { names: 'ORNEK<<ZEYNEP', number: 'U48213604', born: '840814' })],
  ['Jana Vzorec', card('SVN', { names: 'VZOREC<<JANA', number: 'IE4821360' })],
  ...[
    ['CZE', 'MUSTER<<VZOR'],
    ['SVK', 'VZORKA<<JANA'],
    ['SVN', 'VZOREC<<JANA'],
    ['POL', 'WZOR<<ANNA'],
    ['HUN', 'MINTA<<MINTA'],
    ['ARG', 'ESPECIMEN<<ANA'],
    ['HRV', 'UZORAK<<IVANA'],
    ['LTU', 'PAVYZDYS<<JONAS'],
    ['LVA', 'PARAUGS<<JANIS'],
    ['EST', 'NAEIDIS<<MARI'],
    ['GRC', 'DEIGMA<<ELENI'],
    ['BGR', 'OBRAZETS<<IVAN'],
    ['UKR', 'ZRAZOK<<OLENA'],
    ['IDN', 'CONTOH<<SITI'],
    ['AUT', 'MUSTER<<MUSTER'],
    ['TUR', 'TEST<<ORNEK'],
    ['ESP', 'MODELO<MUESTRA<<SAMPLE'],
    ['CHN', 'CESHI<<YANGBEN'],
    ['AUS', 'CITIZEN<<JOHN'],
    ['AUT', 'SURNAME<<GIVENNAME'],
    ['DEU', 'NACHNAME<<VORNAME'],
    ['FRA', 'NOM<<PRENOM'],
    ['ESP', 'APELLIDOS<<NOMBRE'],
    ['LTU', 'PAVARDENIS<<VARDENIS'],
  ].map(
    ([state = '', names = '']) =>
      [`a word for a sample: ${names}`, passport(state, { names, number: exampleNumber(state, 'passport') })] as const,
  ),
  [
    'a word for a sample in print',
    {
      ...passport('JPN', { names: 'HALE<<ANNA', number: 'TK4821360' }),
      fields: { last_name: { value: '見本', confidence: 1 }, document_number: { value: 'TK4821360', confidence: 1 } },
    },
  ],
  ['a word as the number', passport('CHE', { names: 'HALE<<ANNA', number: 'MUSTER123' })],
  ['a number of zeros around letters', passport('FRA', { names: 'HALE<<ANNA', number: '00AA00000' })],
  ['a number of zeros', passport('SWE', { names: 'BERG<<INGRID', number: '000000000' })],
  ['a number of one letter', passport('IRL', { names: 'HALE<<ANNA', number: 'XXXXXXXXX' })],
  ['a number of letters with a digit', passport('IRL', { names: 'HALE<<ANNA', number: 'XXXXXXX12' })],
  ['a number of one digit', passport('IRL', { names: 'HALE<<ANNA', number: '999999999' })],
  ['a number of one digit after two letters', passport('IRL', { names: 'HALE<<ANNA', number: 'AB1111111' })],
  ['a number of zeros after two letters', passport('POL', { names: 'NOWAK<<ZOFIA', number: 'AA0000000' })],
];

const holder: Holder = { state: 'SWE', lastName: 'BERG', firstName: 'INGRID', born: '1980-01-02', number: 'X48213604' };

describe('a published specimen', () => {
  for (const [name, reading] of published) {
    it(`goes to review in production: ${name}`, () => {
      const { outcome, deciding } = verdictOn(reading);
      expect([outcome, deciding.includes('document_specimen')]).to.deep.equal(['review', true]);
    });
  }

  it('is approved in a sandbox', () => {
    const ofIcao = mrz(passportLines(), 'UTO', 'passport');
    expect(verdictOn(ofIcao, standard).outcome).to.equal('approve');
    const accepting: FlatPolicy = { ...production, documents: { ...production.documents, knownSpecimens: 'accept' } };
    expect(verdictOn(ofIcao, accepting).outcome).to.equal('approve');
  });

  it('is declined only where the policy says so and its check digits hold', () => {
    const strict: FlatPolicy = { ...production, actions: { document_specimen: 'decline' } };
    const lines = passportLines();
    expect(verdictOn(mrz(lines, 'UTO', 'passport'), strict).outcome).to.equal('decline');
    const misread = lines.map((line) => line.replace('7408122', '7408123'));
    expect(verdictOn({ ...mrz(misread, 'UTO', 'passport') }, strict).outcome).not.to.equal('decline');
  });

  it('is declined by nothing but the word of a reader of print', () => {
    const strict: FlatPolicy = { ...production, actions: { document_specimen: 'decline' } };
    const passportOfHale = passport('JPN', { names: 'HALE<<ANNA', number: 'TK4821360' });
    const document_number = { value: 'TK4821360', confidence: 1 };
    const inPrint = { ...passportOfHale, fields: { document_number, last_name: { value: '見本', confidence: 1 } } };
    expect(verdictOn(inPrint, strict).outcome).to.equal('review');
    const inZone = passport('JPN', { names: 'SPECIMEN<<ANNA', number: 'TK4821360' });
    expect(verdictOn(inZone, strict).outcome).to.equal('decline');
  });

  it('is one by its barcode too', () => {
    const licensed: FlatPolicy = {
      ...production,
      documents: { ...production.documents, types: ['driving_licence'] },
      checks: { ...production.checks, document_mrz: 'optional', document_barcode: 'required' },
    };
    expect(verdictOn(aLicence({ fields: {} }, { DCS: 'HALE', DAQ: 'A48213604' }), licensed).reasons).not.to.include(
      'document_specimen',
    );
    for (const elements of [
      { DCS: 'SPECIMEN' },
      { DAQ: 'T64235789' },
      { DAQ: 'I1234562' },
      { DAQ: 'S123456579010' },
      { DAQ: 'WDLABCD456DG' },
      { DAQ: 'T16700185' },
      { DAQ: 'D08954796' },
      { DAQ: 'S99988801' },
      { DCS: 'SAMPLE', DAC: 'JELANI', DAD: 'NONE', DBB: '01011974' },
      { DCS: 'SAMPLE', DAC: 'MICHAEL', DAD: 'JOHN', DBB: '06061986' },
      { DCS: 'CARDHOLDER', DAC: 'IMA', DAD: 'NONE' },
      { DCS: 'DOCUMENT', DAC: 'SAMPLE', DAD: 'NONE' },
      { DCS: 'DOCUMENT', DAC: 'SAMPLE LICENSE' },
      { DCS: 'CARDHOLDER', DAC: 'ALEXANDER JOSEPH' },
      { DCS: 'MOTORIST', DAC: 'MICHAEL M' },
      { DCS: 'PUBLIC', DAC: 'JOHN Q' },
      { DCS: 'SAMPLE', DAC: 'JANE Q', DBB: '01311990' },
      { DAQ: 'S526720714420' },
    ])
      expect(verdictOn(aLicence({ fields: {} }, { DAQ: 'A48213604', ...elements }), licensed).deciding).to.include(
        'document_specimen',
      );
  });

  it('is not everybody who has the name of one', () => {
    const others: readonly Holder[] = [
      { ...holder, state: 'ITA', lastName: 'ROSSI', firstName: 'BIANCA' },
      { ...holder, state: 'SWE', lastName: 'ERIKSSON', firstName: 'ANNA MARIA', born: '1969-01-20' },
      { ...holder, state: 'CAN', lastName: 'MARTIN', firstName: 'SARAH' },
      {
        ...holder,
        state: 'CAN',
        lastName: 'MARTIN',
        firstName: 'SARAH',
        born: '1990-08-01',
        number: 'P482135RD',
      },
      { ...holder, state: 'PAK', number: 'J8369854' },
      { ...holder, state: 'AUT', lastName: 'MUSTER', firstName: 'THOMAS' },
      { ...holder, state: 'TUR', lastName: 'ORNEK', firstName: 'ZEYNEP' },
      { ...holder, state: 'IND', lastName: 'MALLI', firstName: 'RAVI' },
      { ...holder, state: 'GBR', lastName: 'SAMPLE', firstName: 'JOHN' },
      { ...holder, state: 'USA', lastName: 'PUBLIC', firstName: 'ANNA' },
      { ...holder, state: 'THA', lastName: 'NOM', firstName: 'ANAN' },
      { ...holder, state: 'CHN', lastName: 'LI', firstName: 'ZHENGJIAN' },
      { ...holder, state: 'USA', lastName: 'TEST' },
      { ...holder, state: 'GBR', lastName: 'SMITH', firstName: 'MINTA' },
      { ...holder, state: 'HUN', lastName: 'MINTA', firstName: 'ANNA' },
      { ...holder, state: 'CZE', lastName: 'VZOR', firstName: 'JAN' },
      { ...holder, state: 'AUS', lastName: 'CITIZEN', firstName: 'JANE' },
      { ...holder, state: 'CAN', lastName: 'MARTIN', firstName: 'SARAH', born: '1985-01-01' },
      { ...holder, state: 'FRA', lastName: 'MARTIN', firstName: 'MAELYS GAELLE MARIE' },
      { ...holder, state: 'USA', lastName: 'SAMPLE', firstName: 'MICHAEL JOHN' },
      { ...holder, number: '100000000' },
      { ...holder, number: 'AB100000' },
      { ...holder, number: 'XXXX12345' },
      { ...holder, number: 'AB1111112' },
      { ...holder, number: 'C4VVVVK71' },
      { ...holder, lastName: 'SPECIMENOVA' },
    ];
    expect(others.map(specimenSign)).to.deep.equal(others.map(() => null));
    expect(
      specimenSign({ ...holder, state: 'ITA', lastName: 'ROSSI', firstName: 'BIANCA', born: '1964-12-30' }),
    ).to.equal('holder');
  });

  it('is listed with its source, and is found by each of its signs', () => {
    expect(specimens.length).to.be.at.least(15);
    for (const { born, firstName, lastName, numbers, source, state } of specimens) {
      expect(source.length, lastName).to.be.at.least(10);
      for (const number of numbers)
        expect(specimenSign({ ...holder, state, number }), number).to.be.oneOf(['number', 'state']);
      expect(born?.length === 0 ? numbers.length : 1, `${lastName} has a sign`).to.be.at.least(1);
      for (const day of born ?? ['2000-01-01']) {
        expect(specimenSign({ ...holder, state, lastName, firstName, born: day }), lastName).to.be.oneOf([
          'holder',
          'state',
        ]);
      }
    }
    for (const [state, numbers, source] of sampleNumbers) {
      expect(source.length, numbers).to.be.at.least(10);
      for (const number of numbers.split(' '))
        expect(specimenSign({ ...holder, state, number }), number).to.equal('number');
    }
    expect(icaoSpecimens.td3[0]).to.include('ERIKSSON');
  });
});
