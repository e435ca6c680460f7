import { parseBarcode } from '@portcullis/documents';
import { expect } from 'chai';

/** The beginning of every file: the compliance indicator, and three separators. */
const start = '@\n\u001e\r';

const elements = (born: string, expires: string, issued: string): string =>
  [
    `DBA${expires}`,
    'DCSERIKSSON',
    'DACANNA',
    'DADMARIA',
    `DBD${issued}`,
    `DBB${born}`,
    'DBC2',
    'DAYGRN',
    'DAU063 in',
    'DAQT64235789',
    'DCGUSA',
    'DDEU',
    'DDFU',
    'DDGU',
  ].join('\n');

const american = elements('08121974', '04152032', '04162022');
const canadian = elements('19740812', '20320415', '20220416');

const holder = {
  last_name: 'ERIKSSON',
  first_name: 'ANNA MARIA',
  document_number: 'T64235789',
  issuing_country: 'USA',
  date_of_birth: '1974-08-12',
  date_of_issue: '2022-04-16',
  date_of_expiry: '2032-04-15',
  sex: 'F',
};

/** The cards of fictional persons, written as the State writes them. */
const cards: readonly (readonly [what: string, jurisdiction: string, version: number, text: string])[] = [
  [
    'of Connecticut, version 1: the first element stands where the header says, without DL',
    'US-CT',
    1,
    `${start}AAMVA6360060101DL00290179DAAERIKSSON,ANNA,MARIA\nDAG60 STATE ST\nDAQT64235789\nDBA20320415\nDBB19740812\nDBC2\nDBD20220416\nDAU506\n`,
  ],
  [
    'of Colorado, 2013: a line feed after DL',
    'US-CO',
    8,
    `${start}ANSI 636020080002DL00410266ZC03040010DL\nDCAR\nDCBNONE\nDCD\n${american}\nZCZCANONE\r`,
  ],
  [
    'of West Virginia, version 4: no DL, and dates in the other form',
    'US-WV',
    4,
    `${start}ANSI 636061040002DL00410313ZW03540027DCAE\nDCBNONE\nDCDNONE\n${canadian}\nZWZWA\nZWBY\nZWC\n`,
  ],
  [
    'of Wyoming, version 4: no DL, and a number with a hyphen',
    'US-WY',
    4,
    `${start}ANSI 636060040002DL00410266ZW03070036DCAC\nDCBNONE\nDCDNONE\n${canadian.replace('T64235789', 'T64235-789')}\nZWZWA\nZWB\n`,
  ],
  ['with a byte order mark in front', 'US-VA', 10, `\ufeff${start}ANSI 636000100001DL00310200DLDCAD\n${american}\r`],
  [
    'with a byte order mark in front, as a scanner writes it',
    'US-VA',
    10,
    `\u00ef\u00bb\u00bf${start}ANSI 636000100001DL00310200DLDCAD\n${american}\r`,
  ],
];

describe('the barcode of a licence', () => {
  for (const [what, jurisdiction, version, text] of cards) {
    it(`${what}, is read`, () => {
      const facts = parseBarcode(text);
      expect(facts).to.include({ issuingJurisdiction: jurisdiction, version, documentType: 'driving_licence' });
      const number = text.includes('T64235-789') ? 'T64235-789' : holder.document_number;
      expect(facts?.fields).to.deep.equal({ ...holder, document_number: number });
    });
  }

  it('is not found at an offset where no element stands', () => {
    const text = `${start}ANSI 636061040001DL00500313DCAE\n${american}\n`;
    expect(parseBarcode(text)).to.equal(null);
    expect(parseBarcode(`${start}ANSI 636061040001DL00050313DCAE\n${american}\n`)).to.equal(null);
  });
});
