import { checkDigitOf } from './check-digits.ts';

/**
 * How many digits the numbers have by which States know a person, where they have nothing but digits
 * (en.wikipedia.org/wiki/National_identification_number; OECD, “Tax identification numbers”; python-stdnum). Cards of
 * Peru and Vietnam have a digit more in their zones, passports of Korea the second part of the number alone, and those
 * of Ukraine the number of the register or that of the taxpayer.
 */
const personalDigits = `
7 KOR
8 ARG PER TUN URY
9 BHR CRI CZE ISR NLD PER SVK VNM
10 ARM BGD BGR CZE DNK ECU IRN ISL JOR SAU SVK SWE UKR
11 BEL BRA CUB DOM EST GEO GMB HRV HUN LTU LVA NAM NGA NOR POL QAT TUR
12 IND IRQ KAZ KWT LKA MYS SWE VNM
13 BGD BIH CHE GTM HND KOR LUX MDA MKD MNE PAK ROU SRB SVN THA UKR VNM ZAF
14 EGY KGZ UZB
15 ARE
16 IDN RWA
17 BGD
18 DZA
`;

/** The test of a number for a form. */
type Form = Pick<RegExp, 'test'>;

const ofDigits = (count: number): Form => ({ test: (number) => number.length === count && /^\d+$/.test(number) });

/**
 * The forms with letters: X for ten in China, K in Chile, V or X in Sri Lanka until 2016, letters of names, and check
 * letters. Mexico has the CURP, of which a zone has the head alone, the number of the voter and that of the taxpayer,
 * and the card of a voter has the digits of its register (OCR) in its zone.
 */
const personalForms: readonly (readonly [state: string, form: Form])[] = [
  ...personalDigits
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([digits, ...states]) => states.map((state) => [state, ofDigits(Number(digits))] as const)),
  ['CHN', /^\d{17}[\dX]$/],
  ['CHL', /^\d{7,8}[\dK]$/],
  ['LKA', /^\d{9}[VX]$/],
  ['ALB', /^[A-T]\d{8}[A-W]$/],
  ['BLR', /^[1-6]\d{6}[A-Z]\d{3}[A-Z]{2}\d$/],
  ['ESP', /^(?:\d{8}|[XYZ]\d{7})[A-Z]$/],
  ['FIN', /^\d{6}[A-FU-Y]?\d{3}[0-9A-Y]$/],
  ['ITA', /^[A-Z]{6}[0-9L-NP-V]{2}[ABCDEHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/],
  ['LBY', /^[12]\d{11}$/],
  ['MEX', /^[A-Z]{4}\d{6}[HMX][A-Z]{3}(?:[A-Z]{2}[0-9A-Z]\d)?$/],
  ['MEX', /^[A-Z]{6}\d{8}[HM]\d{3}$/],
  ['MEX', /^[A-Z]{4}\d{6}[0-9A-Z]{3}$/],
  ['MEX', /^\d{13}$/],
  ['MLT', /^\d{7}[A-Z]$/],
  ['MUS', /^[A-Z]\d{12}[0-9A-Z]$/],
  ['SGP', /^[FGMST]\d{7}[A-Z]$/],
  ['TWN', /^[A-Z]\d{9}$/],
  ['CA-NL', /^[A-Z]\d{9}$/],
  ['CA-NS', /^[A-Z]{2,5}\d{9}$/],
  ['CA-ON', /^[A-Z]\d{14}$/],
  ['CA-QC', /^[A-Z]\d{12}$/],
  ['US-IL', /^(?:[A-Z]\d{11}|\d{11}[A-Z])$/],
  ['US-MT', /^\d{13}$/],
  ['US-ND', /^[A-Z]{3}\d{6}$/],
  ['US-NH', /^\d{2}[A-Z]{3}\d{5}$/],
  ['US-NJ', /^[A-Z]\d{14}$/],
  ['US-WI', /^[A-Z]\d{13}$/],
];

/**
 * The published check digits of such numbers: the digits times these weights are a multiple of the modulus
 * (python-stdnum and stdnum-js, modules of each State; for Kuwait oecd.org, “Kuwait: information on tax identification
 * numbers”).
 */
const checkSums: readonly (readonly [states: string, modulus: number, weights: string])[] = [
  ['BGR', 11, '2 4 8 5 10 9 7 3 6 10'],
  ['BIH MKD MNE SRB SVN', 11, '7 6 5 4 3 2 7 6 5 4 3 2 1'],
  ['CHE', 10, '1 3 1 3 1 3 1 3 1 3 1 3 1'],
  ['CZE SVK', 11, '10 1 10 1 10 1 10 1 10 1'],
  ['EST LTU', 11, '1 2 3 4 5 6 7 8 9 1 10'],
  ['IRN', 11, '10 9 8 7 6 5 4 3 2 1'],
  ['ISL', 11, '3 2 7 6 5 4 3 2 1 0'],
  ['KAZ', 11, '1 2 3 4 5 6 7 8 9 10 11 10'],
  ['KWT', 11, '2 1 6 3 7 9 10 5 8 4 2 1'],
  ['NLD', 11, '9 8 7 6 5 4 3 2 10'],
  ['NOR', 11, '5 4 3 2 7 6 5 4 3 2 1'],
  ['POL', 10, '1 3 7 9 1 3 7 9 1 3 1'],
  ['ROU', 11, '2 7 9 1 4 6 3 5 8 2 7 9 10'],
  ['UKR', 11, '10 5 7 9 4 6 10 5 7 10'],
];

/** Whether the check digit is right; where it would have to be ten, States differ, and any digit fits. */
const fitsCheckSum = (number: string, modulus: number, weights: readonly number[]): boolean => {
  const sumOf = (digits: string): number =>
    [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0) % modulus;
  // Ten is one less than eleven, so that ten times a weight takes away the weight once.
  return sumOf(number) === 0 || (modulus === 11 && sumOf(number.slice(0, -1)) === weights.at(-1));
};

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The values of letters and digits at the first, third, fifth … place of an Italian number. */
const italianOdds = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Whether values times the weights n, n − 1, … 1 are a multiple of the modulus. */
const fitsFallingWeights = (number: string, modulus: number, alphabet: string): boolean =>
  [...number].reduce((sum, one, at) => sum + alphabet.indexOf(one) * (number.length - at), 0) % modulus === 0;

/**
 * The published check characters of numbers with letters (python-stdnum; for Belarus
 * github.com/kirit0s/belarus-passport-personal-number-validator: that of ICAO 9303-3, 4.9).
 */
const checkCharacters: Readonly<Record<string, (number: string) => boolean>> = {
  BLR: (number) => checkDigitOf(number.slice(0, -1)) === Number(number.slice(-1)),
  FIN: (number) =>
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(number.slice(0, 6) + number.slice(-4, -1)) % 31] === number.at(-1),
  ITA: (number) => {
    const values = [...number].map((one) => Number.parseInt(one, 36) - (/\d/.test(one) ? 0 : 10));
    const check = values.pop();
    const sum = values.reduce((before, value, at) => before + (at % 2 === 0 ? (italianOdds[value] ?? 0) : value), 0);
    return sum % 26 === check;
  },
  // Ñ has a place in the alphabet of the CURP. The number of a voter is as long, and has no check digit.
  MEX: (number) =>
    number.length !== 18 ||
    /^[A-Z]{6}/.test(number) ||
    fitsFallingWeights(number, 10, alphanumerics.replace('O', 'ÑO')),
  MUS: (number) => fitsFallingWeights(number, 17, alphanumerics),
};

/** Whether a number has a form that a State publishes; `null` where none is known of it. */
export const hasPersonalForm = (state: string, number: string): boolean | null => {
  const forms = personalForms.filter(([of]) => of === state);
  return forms.length === 0 ? null : forms.some(([, form]) => form.test(number));
};

/**
 * Whether a State writes this as a person's number, with the check digit that it publishes; `null` where it is not
 * known of it. Optional data of a document need not be such a number.
 */
export const isPersonalNumberOf = (state: string, number: string): boolean | null => {
  const hasForm = hasPersonalForm(state, number);
  if (hasForm !== true) return hasForm;
  if (checkCharacters[state]?.(number) === false) return false;
  return checkSums.every(([states, modulus, weights]) => {
    const own = weights.split(' ').map(Number);
    return !states.includes(state) || own.length !== number.length || fitsCheckSum(number, modulus, own);
  });
};

/**
 * Whether a number has the form of its State, and a check digit that the State does not give to it: one who alters the
 * birth in it may break that digit too, so that it does not count what is in the number. Iceland gives numbers without
 * a check digit since 2026, and Bulgaria gives foreigners numbers with another one (python-stdnum, bg.pnf). Denmark and
 * Latvia, which no longer give one either, have none above.
 */
export const hasWrongCheckDigit = (state: string, number: string, nationality: string | undefined): boolean =>
  state !== 'ISL' &&
  (state !== 'BGR' || nationality === state) &&
  hasPersonalForm(state, number) === true &&
  isPersonalNumberOf(state, number) === false;

/** Whether a number has a character too few or too many for the form of its State. */
export const isOneCharacterOff = (state: string, number: string): boolean => {
  if (hasPersonalForm(state, number) !== false) return false;
  const places = [...number, ''].map((_, at) => [number.slice(0, at), number.slice(at)] as const);
  return places.some(([head, tail]) =>
    [head + tail.slice(1), ...[...alphanumerics].map((one) => head + one + tail)].some(
      (other) => hasPersonalForm(state, other) === true,
    ),
  );
};

/**
 * The documents of a State in whose MRZ each of its nationals has the own number, by their first letter: where there is
 * none, it was taken out. Of other States no source says that everybody has one there.
 */
const alwaysNumbered: readonly (readonly [state: string, kinds: string, source: string])[] = [
  ['EST', 'PI', 'idkaart.ee, “Isikut tõendav dokument”; the printed samples of both, as public programs quote them'],
  [
    'POL',
    'P',
    'poznan.uw.gov.pl, “Informacje podstawowe” (data in documents for travel), after the Act of 27 January 2022',
  ],
];

/** Whether the MRZ of such a document has the own number of its holder in any case. */
export const alwaysHasPersonalNumber = (
  state: string,
  documentCode: string,
  nationality: string | undefined,
): boolean =>
  nationality === state &&
  alwaysNumbered.some(([of, kinds]) => of === state && kinds.includes(documentCode.charAt(0) || ' '));

/** The digits for which readers write letters that look like them. */
const digitsFor: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/**
 * The personal number that a reader has turned into letters: with the digits that they look like it has the form of its
 * State, whatever its check digit is. `null` where it is right as it is, or no such number.
 */
export const misreadPersonalNumber = (state: string, number: string): string | null => {
  if (hasPersonalForm(state, number) !== false) return null;
  const digits = number.replace(/[A-Z]/g, (letter) => digitsFor[letter] ?? letter);
  // A letter that some numbers have at either end is none of these.
  const heads = [digits, number.slice(0, 1) + digits.slice(1)];
  const readings = [...heads, ...heads.map((head) => head.slice(0, -1) + number.slice(-1))];
  return readings.find((reading) => hasPersonalForm(state, reading) === true) ?? null;
};

/** Whether a number has the form of a personal number of its State, as it was read or with digits for letters. */
export const mayBePersonalNumber = (state: string, number: string): boolean =>
  hasPersonalForm(state, number) === true || misreadPersonalNumber(state, number) !== null;
