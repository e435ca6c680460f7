import type { BarcodeFacts } from '@portcullis/documents';

/** The content of a card; its dates are `YYYY-MM-DD`. */
export type Card = {
  readonly version: number;
  readonly issuer: string;
  readonly country: 'USA' | 'CAN';
  readonly type: 'DL' | 'ID' | 'EN';
  readonly last: string;
  readonly first: string;
  readonly middle: readonly string[];
  readonly suffix: string;
  readonly number: string;
  readonly born: string;
  readonly issued: string;
  readonly expires: string;
  readonly sex: 'M' | 'F' | 'X';
  /** The names that were truncated because they did not fit. */
  readonly cut: { readonly last: boolean; readonly first: boolean; readonly middle: boolean };
};

/** The ways in which a card may deviate from the standard, or use a choice that the standard allows. */
export type CardVariation = {
  /** The error of the offsets, in bytes. */
  readonly offsetError?: number;
  readonly fileType?: 'ANSI ' | 'AAMVA';
  /** The separators between `@` and the file type. */
  readonly separators?: string;
  /** All names are in one element, as in version 1. */
  readonly singleNameElement?: boolean;
  /** The separator between given names in versions 2 and 3. */
  readonly givenNameSeparator?: ',' | ' ';
  /** Dates are written in the form of the other country. */
  readonly otherDateFormat?: boolean;
  /** The number of blanks behind every value. */
  readonly padding?: number;
  /** The header has no jurisdiction version, although the version of the standard has one. */
  readonly shortHeader?: boolean;
  /** Subfiles end without a separator. */
  readonly omitSubfileSeparator?: boolean;
  /** A subfile of the jurisdiction comes before the subfile about the person. */
  readonly jurisdictionSubfileFirst?: boolean;
};

/** Makes a fictional person's card after the standard of 2020. */
export const aCard = (over: Partial<Card> = {}): Card => ({
  version: 10,
  issuer: '636000',
  country: 'USA',
  type: 'DL',
  last: 'ERIKSSON',
  first: 'ANNA',
  middle: ['MARIA'],
  suffix: '',
  number: 'T64235789',
  born: '1974-08-12',
  issued: '2022-04-16',
  expires: '2032-04-15',
  sex: 'F',
  cut: { last: false, first: false, middle: false },
  ...over,
});

/** Writes a date as MMDDCCYY for the United States, and as CCYYMMDD for Canada and for version 1. */
const dateOn = ({ country, version }: Card, day: string, other: boolean): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  const isYearFirst = (version < 2 || country === 'CAN') !== other;
  return isYearFirst ? `${year}${month}${date}` : `${month}${date}${year}`;
};

const namesOn = ({ cut, first, last, middle, suffix, version }: Card, habits: CardVariation): readonly string[] => {
  const given = [first, ...middle];
  const mark = (is: boolean): string => (is ? 'T' : 'N');
  if (version < 2 && habits.singleNameElement) return [`DAA${[last, first, middle.join(' '), suffix].join(',')}`];
  if (version < 2) return [`DAB${last}`, `DAC${first}`, `DAD${middle.join(' ')}`, `DAE${suffix}`];
  if (version < 4) return [`DCS${last}`, `DCT${given.join(habits.givenNameSeparator ?? ',')}`, `DCU${suffix}`];
  return [
    `DCS${last}`,
    `DDE${mark(cut.last)}`,
    `DAC${first}`,
    `DDF${mark(cut.first)}`,
    `DAD${middle.length > 0 ? middle.join(',') : 'NONE'}`,
    `DDG${mark(cut.middle)}`,
    `DCU${suffix}`,
  ];
};

const sexOn = ({ sex, version }: Card): string => {
  if (version < 2) return sex;
  return { M: '1', F: '2', X: '9' }[sex];
};

const elementsOn = (card: Card, habits: CardVariation): readonly string[] => {
  const date = (day: string): string => dateOn(card, day, habits.otherDateFormat === true);
  const padding = ' '.repeat(habits.padding ?? 0);
  return [
    `DAQ${card.number}`,
    ...namesOn(card, habits),
    'DCAD',
    `DBD${date(card.issued)}`,
    `DBB${date(card.born)}`,
    `DBA${date(card.expires)}`,
    `DBC${sexOn(card)}`,
    'DAU068 in',
    'DAG2300 WEST BROAD STREET',
    'DAIANYTOWN',
    'DCF2424244747474786102204',
    ...(card.version < 2 ? [] : [`DCG${card.country}`]),
  ].map((element) => element + padding);
};

/** Writes the text of a card's barcode after annex D: header, designators, subfiles. */
export const aamvaText = (card: Card, variation: CardVariation = {}): string => {
  const end = variation.omitSubfileSeparator ? '' : '\r';
  const personal = { type: card.type, body: `${card.type}${elementsOn(card, variation).join('\n')}${end}` };
  const own = { type: 'ZV', body: `ZVZVA01\nZVBDLDAB${end}` };
  const subfiles = variation.jurisdictionSubfileFirst ? [own, personal] : [personal, own];
  const hasOwnVersion = card.version >= 2 && !variation.shortHeader;
  const version = `${String(card.version).padStart(2, '0')}${hasOwnVersion ? '01' : ''}`;
  const head = `@${variation.separators ?? '\n\u001e\r'}${variation.fileType ?? 'ANSI '}${card.issuer}${version}02`;
  let offset = head.length + 10 * subfiles.length;
  const four = (value: number): string => String(Math.max(0, value)).padStart(4, '0').slice(-4);
  const designators = subfiles.map(({ body, type }) => {
    const designator = `${type}${four(offset + (variation.offsetError ?? 0))}${four(body.length)}`;
    offset += body.length;
    return designator;
  });
  return head + designators.join('') + subfiles.map(({ body }) => body).join('');
};

/** The facts that must be read in the text of a card. */
export const factsOf = (card: Card, issuingJurisdiction: string | null): BarcodeFacts => ({
  standard: 'aamva',
  version: card.version,
  issuer: card.issuer,
  issuingJurisdiction,
  documentType: card.type === 'ID' ? 'id_card' : 'driving_licence',
  fields: {
    last_name: card.last,
    first_name: [card.first, ...card.middle].join(' '),
    document_number: card.number,
    issuing_country: card.country,
    date_of_birth: card.born,
    date_of_issue: card.issued,
    date_of_expiry: card.expires,
    sex: card.sex,
  },
  truncated:
    card.version < 4
      ? []
      : [
          ...(card.cut.last ? (['last_name'] as const) : []),
          ...(card.cut.first || card.cut.middle ? (['first_name'] as const) : []),
        ],
});
