import { type BarcodeFacts, parseBarcode } from '@portcullis/documents';
import { expect } from 'chai';
import { aamvaText, aCard, type Card, type CardVariation, factsOf } from '../../../support/builders/aamva-text.ts';

const read = (text: string): BarcodeFacts => {
  const facts = parseBarcode(text);
  if (!facts) throw new Error('expected a barcode that parses');
  return facts;
};

/** Writes the text of a card and answers the fields that are parsed from it. */
const fieldsOn = (over: Partial<Card> = {}, habits: CardVariation = {}) => read(aamvaText(aCard(over), habits)).fields;

/** Writes a text with one subfile and these elements, each with its correct offset. */
const textWith = (...elements: readonly string[]): string => {
  const body = `DL${elements.join('\n')}\r`;
  return `@\n\u001e\rANSI 636000100101DL0031${String(body.length).padStart(4, '0')}${body}`;
};

const fieldsIn = (...elements: readonly string[]) => read(textWith('DAQT64235789', ...elements)).fields;

const ontario = { issuer: '636012', country: 'CAN', last: 'TREMBLAY', first: 'ZOÉ', middle: [] } as const;

/** One card of each version, written by hand. */
const samples: readonly (readonly [what: string, text: string, facts: BarcodeFacts])[] = [
  [
    'version 1 with all names in one element',
    '@\n\u001e\rAAMVA6360030101DL00290139DLDAQT-520-098-009-843\nDAADOE,SUE,ANN,JR\nDAG9999 FAKE DR\nDAIANYTOWN\nDAJMD\nDBA20280131\nDBB19800229\nDBC2\nDBD20200131\nDAU505\r',
    {
      standard: 'aamva',
      version: 1,
      issuer: '636003',
      issuingJurisdiction: 'US-MD',
      documentType: 'driving_licence',
      fields: {
        last_name: 'DOE',
        first_name: 'SUE ANN',
        document_number: 'T-520-098-009-843',
        issuing_country: 'USA',
        date_of_birth: '1980-02-29',
        date_of_issue: '2020-01-31',
        date_of_expiry: '2028-01-31',
        sex: 'F',
      },
      truncated: [],
    },
  ],
  [
    'version 1 with a comma and blanks between the names, no record separator, and a subfile behind it',
    '@\n\rANSI 6360290102DL00390192ZO02310031DLDAQ1234567    \nDAASECOND LAST, FIRST M    \nDAG\nDBA20280131\nDBB19800229\nDBC1\nDBD20200131\n\rZOZOAFIRST LICENSED 20000131\r',
    {
      standard: 'aamva',
      version: 1,
      issuer: '636029',
      issuingJurisdiction: 'US-OR',
      documentType: 'driving_licence',
      fields: {
        last_name: 'SECOND LAST',
        first_name: 'FIRST M',
        document_number: '1234567',
        issuing_country: 'USA',
        date_of_birth: '1980-02-29',
        date_of_issue: '2020-01-31',
        date_of_expiry: '2028-01-31',
        sex: 'M',
      },
      truncated: [],
    },
  ],
  [
    'version 2 of an issuer that kept the header of version 1',
    '@\n\u001e\rANSI 6360350201DL00290103DLDAQD40012345678\nDCSDOE\nDCTJANE,Q\nDBA07042027\nDBB07041976\nDBD07042023\nDBC2\nDCGUSA\nDAU064 in\r',
    {
      standard: 'aamva',
      version: 2,
      issuer: '636035',
      issuingJurisdiction: 'US-IL',
      documentType: 'driving_licence',
      fields: {
        last_name: 'DOE',
        first_name: 'JANE Q',
        document_number: 'D40012345678',
        issuing_country: 'USA',
        date_of_birth: '1976-07-04',
        date_of_issue: '2023-07-04',
        date_of_expiry: '2027-07-04',
        sex: 'F',
      },
      truncated: [],
    },
  ],
  [
    'version 8 of an identity card, with a sex that is not specified and a name that was cut short',
    '@\n\u001e\rANSI 636018080002ID00410200ZI02410014IDDAQ436AS0669\nDCSSAMPLE-WITH-A-VERY-LONG-FAMILY-NAME-WITH\nDDET\nDACPROFILE\nDDFN\nDADNONE\nDDGN\nDBD01082020\nDBB01011985\nDBA01082028\nDBC9\nDCGUSA\rZIZIA\nZIB\r',
    {
      standard: 'aamva',
      version: 8,
      issuer: '636018',
      issuingJurisdiction: 'US-IA',
      documentType: 'id_card',
      fields: {
        last_name: 'SAMPLE-WITH-A-VERY-LONG-FAMILY-NAME-WITH',
        first_name: 'PROFILE',
        document_number: '436AS0669',
        issuing_country: 'USA',
        date_of_birth: '1985-01-01',
        date_of_issue: '2020-01-08',
        date_of_expiry: '2028-01-08',
        sex: 'X',
      },
      truncated: ['last_name'],
    },
  ],
];

describe('the barcode of a driving licence or identity card', () => {
  for (const [what, text, facts] of samples) {
    it(`is parsed: ${what}`, () => {
      expect(parseBarcode(text)).to.deep.equal(facts);
    });
  }

  for (const version of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    it(`is parsed in version ${version}, of the United States and of Canada`, () => {
      const american = aCard({ version });
      expect(parseBarcode(aamvaText(american))).to.deep.equal(factsOf(american, 'US-VA'));
      const canadian = aCard({ ...ontario, version });
      expect(parseBarcode(aamvaText(canadian))).to.deep.equal(factsOf(canadian, 'CA-ON'));
    });
  }

  for (const [what, habits] of [
    ['offsets that count two characters too few', { offsetError: -2 }],
    ['offsets that count far too many', { offsetError: 999 }],
    ['offsets that point into the header', { offsetError: -40 }],
    [
      'the jurisdiction’s own subfile before the person’s, with wrong offsets',
      { jurisdictionSubfileFirst: true, offsetError: 7 },
    ],
    ['no separator behind its subfiles', { omitSubfileSeparator: true }],
    [
      'no separator between the jurisdiction’s own subfile and the person’s',
      { omitSubfileSeparator: true, jurisdictionSubfileFirst: true },
    ],
    ['another file type', { fileType: 'AAMVA' }],
    ['other separators in its header', { separators: '\n\u001c\r' }],
    ['a header without the jurisdiction’s version', { shortHeader: true }],
    ['dates in the other country’s form', { otherDateFormat: true }],
    ['blanks behind every value', { padding: 12 }],
  ] as const satisfies readonly (readonly [string, CardVariation])[]) {
    it(`is parsed with ${what}`, () => {
      expect(parseBarcode(aamvaText(aCard(), habits))).to.deep.equal(factsOf(aCard(), 'US-VA'));
    });
  }

  it('names an unknown issuer by the country in its text', () => {
    const { fields, issuingJurisdiction } = read(aamvaText(aCard({ issuer: '999999', country: 'CAN' })));
    expect([fields.issuing_country, issuingJurisdiction]).to.deep.equal(['CAN', null]);
    expect(fieldsOn({ issuer: '999999', version: 1 })).not.to.have.property('issuing_country');
  });

  it('yields names without a suffix, with every given name', () => {
    for (const version of [1, 3, 10]) {
      const { first_name, last_name } = fieldsOn({ version, suffix: 'JR', middle: ['MARIA', 'LOUISE'] });
      expect([last_name, first_name]).to.deep.equal(['ERIKSSON', 'ANNA MARIA LOUISE']);
    }
  });
});

describe('an element of a barcode', () => {
  it('that is a placeholder for no value yields nothing', () => {
    expect(fieldsIn('DCSNONE', 'DACunavl', 'DADNONE', 'DBANONE')).to.deep.equal({
      document_number: 'T64235789',
      issuing_country: 'USA',
    });
  });

  it('is taken from its first occurrence', () => {
    expect(fieldsIn('DCSERIKSSON', 'DCSMUSTERMANN').last_name).to.equal('ERIKSSON');
    expect(fieldsIn('DCS', 'DCSMUSTERMANN').last_name).to.equal('MUSTERMANN');
  });

  for (const [what, element] of [
    ['a day that the calendar has not', 'DBB02301990'],
    ['a day of no form', 'DBB1990'],
    ['a day before the year 1900', 'DBB12311899'],
    ['a day without its zeros', 'DBB2/3/1990'],
    ['all nines', 'DBA99999999'],
    ['a sex of no code', 'DBC3'],
    ['a sex that is the name of a function', 'DBCconstructor'],
    ['a control character', 'DCSERIK\u0000SSON'],
    ['more characters than any element has', `DCS${'A'.repeat(126)}`],
  ] as const) {
    it(`with ${what} is left out`, () => {
      expect(fieldsIn(element)).to.deep.equal({ document_number: 'T64235789', issuing_country: 'USA' });
    });
  }

  it('that is a date may have dashes', () => {
    expect(fieldsIn('DBB06-27-1951', 'DBA2027/06/27')).to.include({
      date_of_birth: '1951-06-27',
      date_of_expiry: '2027-06-27',
    });
  });

  it('that is a country has three letters, or two letters that are known', () => {
    for (const [written, country] of [
      ['UTO', 'UTO'],
      ['US', 'USA'],
      ['CA', 'CAN'],
      ['ca', undefined],
      ['toString', undefined],
    ])
      expect(fieldsIn(`DCG${written}`).issuing_country).to.equal(country);
  });
});

describe('a text that is not an AAMVA barcode', () => {
  for (const [what, text] of [
    ['nothing', ''],
    ['a compliance indicator alone', '@'],
    ['a header alone', '@\n\u001e\rANSI 636000100102DL00410278ZV03190008'],
    ['a magnetic stripe in a barcode', '%BCVICTORIA^ERIKSSON,$ANNA^2300 BROAD ST^?;6360281234567=27041980?'],
    ['a compressed card of another continent', 'PUBDSK_1\u0000\u00ff\u0001'],
    ['the papers of a vehicle', aamvaText(aCard()).replaceAll('DL', 'RG')],
    ['the subfile of a jurisdiction alone', '@\n\u001e\rANSI 636000100101ZV00310008ZVZVA01\r'],
    ['elements that name nobody', textWith('DBC1', 'DCGUSA').replace('DAQ', 'DAX')],
    ['more characters than a PDF417 holds', `${aamvaText(aCard())}${' '.repeat(2710)}`],
  ] as const) {
    it(`is rejected: ${what}`, () => {
      expect(parseBarcode(text)).to.equal(null);
    });
  }
});
