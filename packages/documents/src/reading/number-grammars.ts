/**
 * The form of the document numbers of one State, as that State or a register publishes it. A number that has another
 * form was misread or is made up, unless it belongs to a kind of document that the source leaves out.
 */
export type NumberGrammar = {
  /** A code of ISO 3166-1 alpha-3. */
  readonly state: string;
  readonly document: 'passport' | 'id_card';
  /** The whole number, without spaces. */
  readonly pattern: RegExp;
  /** A number of this form that no specimen has. */
  readonly example: string;
  readonly source: string;
};

/**
 * Nine digits and letters without vowels, so that no word and no similar character can arise. A provisional document
 * has a letter and seven digits.
 */
const german = /^(?:[0-9CFGHJKLMNPRTVWXYZ]{9}|[A-Z]\d{7})$/;

const microsoft = (page: string): string => `learn.microsoft.com/purview/sit-defn-${page}`;

const passports: readonly (readonly [state: string, pattern: RegExp, example: string, source: string])[] = [
  [
    'CAN',
    /^(?:[A-Z]{2}\d{6}|[A-Z]\d{6}[A-Z]{2})$/,
    'P482135RD',
    'canada.ca, “Features of Canada’s new passport” (2023)',
  ],
  ['DEU', german, 'C4V8K2R71', 'Passverordnung (Germany), annex 11; de.wikipedia.org/wiki/Ausweisnummer'],
  ['ESP', /^[A-Z0-9]{2,3}\d{6}$/, 'PAK482135', microsoft('spain-passport-number')],
  ['FRA', /^\d{2}[A-Z]{2}\d{5}$/, '21FV48213', microsoft('france-passport-number')],
  [
    'GBR',
    /^\d{9}$/,
    '548213604',
    'docs.trellix.com, “UK Passport Number”, after the specification of the UK government',
  ],
  ['ITA', /^[A-Z0-9]{2}\d{7}$/, 'YB4821360', microsoft('italy-passport-number')],
  [
    'NLD',
    /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/,
    'NW4K82R17',
    'government.nl, “How do I know if my passport number includes a number 0 or a letter O?”; rvig.nl, table 48',
  ],
  ['POL', /^[A-Z]{2}\d{7}$/, 'EK4821360', microsoft('poland-passport-number')],
  ['USA', /^(?:\d{9}|[A-Z]\d{8})$/, 'A48213604', 'travel.state.gov, “Next Generation Passport”'],
];

const cards: typeof passports = [
  ['DEU', german, 'L4V8K2R71', 'Personalausweisgesetz (Germany), § 2 (8); de.wikipedia.org/wiki/Ausweisnummer'],
  ['ESP', /^[A-Z]{3}\d{6}$/, 'CAK482135', 'Número de soporte (IDESP) of the Spanish identity card'],
  ['ITA', /^C[A-Z]\d{5}[A-Z]{2}$/, 'CA48213RD', 'cartaidentita.interno.gov.it, “numero unico nazionale”'],
  ['NLD', /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/, 'IW4K82R17', 'government.nl, as above; rvig.nl, table 48'],
  ['POL', /^[A-Z]{3}\d{6}$/, 'DEK482135', 'en.wikipedia.org/wiki/Polish_identity_card'],
];

/** The published forms of document numbers. A State that is not listed may write any number. */
export const numberGrammars: readonly NumberGrammar[] = [
  ...passports.map(([state, pattern, example, source]) => ({
    state,
    document: 'passport' as const,
    pattern,
    example,
    source,
  })),
  ...cards.map(([state, pattern, example, source]) => ({
    state,
    document: 'id_card' as const,
    pattern,
    example,
    source,
  })),
];

/** A number that no specimen has, of the form that the State publishes, if it publishes one. */
export const exampleNumber = (state: string, document: string): string =>
  numberGrammars.find((grammar) => grammar.state === state && grammar.document === document)?.example ?? 'X48213604';

/**
 * The form of the numbers of an ordinary passport or identity card of a State; `null` where none is published. Official
 * and emergency documents, and permits, have numbers of other forms.
 */
export const numberGrammar = (state: string, documentCode: string): NumberGrammar | null => {
  const isPassport = documentCode === 'P' || documentCode === 'PP';
  const isCard = documentCode === 'I' || documentCode === 'ID' || (documentCode === 'C' && state === 'ITA');
  const document = isPassport ? 'passport' : 'id_card';
  if (!isPassport && !isCard) return null;
  return numberGrammars.find((grammar) => grammar.state === state && grammar.document === document) ?? null;
};
