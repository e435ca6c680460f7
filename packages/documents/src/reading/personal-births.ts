import { isOneCharacterOff, isPersonalNumberOf } from '../mrz/personal-numbers.ts';

/**
 * The personal numbers of States with the date of birth in them, by where its digits stand: `N` is the day of the
 * year, `C` the century (19 or 20) or its last digit, `A` a letter, and digits and other
 * letters stand for themselves (en.wikipedia.org/wiki/National_identification_number; python-stdnum; for Uzbekistan and
 * Kyrgyzstan OECD, “Tax identification numbers”). Ukraine has it in the number of its register. Of Armenia, Moldova,
 * Mongolia, Malta, Algeria, Barbados, Mali, Nicaragua, Qatar, Senegal, Eswatini, Tanzania and Uganda nothing is here:
 * no sure source was found, sources differ, or the year is that of the registration.
 */
const templates = `
YYMMDD___ CZE SVK
YYMMDD____ ALB BGR CZE SVK SWE
YYMMDD_____ BEL CUB POL
YYMMDD______ KAZ MYS
YYMMDD_______ KOR ZAF
DDMMYY____ DNK FIN ISL
DDMMYY_____ FIN GMB LVA NOR
_YYMMDD____ EST LTU
_YYMMDD_____ KWT
_YYMMDD______ ROU
_YYMMDD_______ EGY
_DDMMYY_______ MUS UZB
_DDMMCCYY_____ KGZ
DDMMCYY______ BIH MKD MNE SRB SVN
CCYYMMDD____ SWE
CCYYMMDD_____ LUX UKR
____YYMMDD___ MEX
____YYMMDD____ MEX
____YYMMDD________ MEX
______YYMMDD______ MEX
______YYMMDD_____ ITA
______DDMMYY____ IDN
______CCYYMMDD____ CHN
784CCYY________ ARE
YYMM_____ BHR
YYNNN_____ LKA
CCYYNNN_____ LKA
`;

/** A program that holds numbers of licences against births. */
const validated = 'github.com/dhamotharang/Test-PR-PublicRecords1, Risk_Indicators/Validate_DL.ecl';

/** Those with a source of their own. Some have the year alone. */
const sourced: readonly (readonly [template: string, source: string])[] = [
  ['CCYY_____________ BGD', 'en.wikipedia.org/wiki/National_identity_card_(Bangladesh)'],
  [
    '_DDMMYY_______ BLR',
    'budakosh.by, “Абитуриенту-2026” (form, birth); the order as programs for test numbers have it',
  ],
  ['_YYMMDD____ HUN', 'lexikon.uni-nke.hu, “személyi azonosító”, after Act XX of 1996, annex 3'],
  ['_CCYY_______ LBY', 'Law 8 of 2014 on the national number, article 2'],
  ['YYMMDD_____ NAM', 'de.wikipedia.org/wiki/Identitätskarte_(Namibia)'],
  ['_CCYY___________ RWA', 'ickjournalism.com, “Understanding the 16 digits on Rwanda’s national ID card”'],
  ['SYY______ SGP', 'en.wikipedia.org/wiki/National_Registration_Identity_Card: by year for births from 1968 on'],
  ['TYY______ SGP', 'en.wikipedia.org/wiki/National_Registration_Identity_Card'],
  ['____YY______ VNM', 'Decree 137/2015/ND-CP, article 13'],
  // Licences and cards of these states. Which numbers of Florida still have it, no source says.
  ['AYYMMDD___ CA-NL', validated],
  // A shorter last name has fewer letters.
  ...['AAAAA', 'AAAA', 'AAA', 'AA'].map(
    (letters) => [`${letters}DDMMYY___ CA-NS`, 'gov.ns.ca, “Identification requirements” (master number)'] as const,
  ),
  ['A________YYMMDD CA-ON', `${validated}; reverseengineering.stackexchange.com/q/25693`],
  ['A____DDMMYY__ CA-QC', validated],
  ['MM___CCYY41DD US-MT', validated],
  ['AAAYY____ US-ND', validated],
  ['MMAAAYYDD_ US-NH', validated],
  ['A______YYNNN US-IL', 'highprogrammer.com/alan/numbers/dl_us_shared.html'],
  ['______YYNNNA US-IL', 'highprogrammer.com/alan/numbers/dl_us_shared.html'],
  ['A______YYNNN__ US-WI', 'highprogrammer.com/alan/numbers/dl_us_shared.html'],
  ['A_________MMYY_ US-NJ', 'highprogrammer.com/alan/numbers/dl_us_nj.html'],
];

type Template = { readonly places: string; readonly states: readonly string[] };

const forms: readonly Template[] = [...templates.trim().split('\n'), ...sourced.map(([template]) => template)]
  .map((line) => line.split(' '))
  .map(([places = '', ...states]) => ({ places, states }));

/** What States add to the month for a sex, a century, or people who are not registered. */
const addedToMonth: Readonly<Record<string, readonly number[]>> = {
  ALB: [50, 30],
  BEL: [20],
  BGR: [20],
  'CA-ON': [50],
  CZE: [50, 20],
  NOR: [40],
  POL: [20],
  SVK: [50, 20],
  'US-NJ': [50],
};

/** What States add to the day for a sex, or for people who are not registered. */
const addedToDay: Readonly<Record<string, number>> = { DNK: 60, IDN: 40, ITA: 40, NOR: 40, SWE: 60 };

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The letters for the months in Italy, and those for digits where two people would have the same number. */
const italianMonths = 'ABCDEHLMPRST';
const italianDigits = 'LMNPQRSTUV';

const italianInDigits = (number: string): string => {
  const digits = number.slice(6, 11).replace(/[L-V]/g, (letter) => String(italianDigits.indexOf(letter)));
  const month = twoDigits(italianMonths.indexOf(number.charAt(8)) + 1);
  return `${number.slice(0, 6)}${digits.slice(0, 2)}${month}${digits.slice(3)}${number.slice(11)}`;
};

/** The decades have letters in Albania, from A for 1900 on. */
const albanianInDigits = (number: string): string =>
  `${(number.charCodeAt(0) - 'A'.charCodeAt(0)) % 10}${number.slice(1)}`;

/** A number with digits in place of the letters that stand for them. */
const inDigits: Readonly<Record<string, (number: string) => string>> = {
  ALB: albanianInDigits,
  ITA: italianInDigits,
};

/** The month and day of a day of the year, in that year; 500 are added for women. None where the year is shorter. */
const monthAndDay = (dayOfYear: number, year: number): readonly string[] => {
  const date = new Date(Date.UTC(year, 0, dayOfYear % 500));
  return date.getUTCFullYear() === year ? [date.toISOString().slice(5, 10).replace('-', '')] : [];
};

/**
 * The days of a birth that a day of the year may be. Every February has 29 days there, but some numbers were given by
 * the calendar.
 */
const birthsByDayOfYear = (year: number, dayOfYear: number): readonly string[] =>
  [...new Set([2000, 2001].flatMap((of) => monthAndDay(dayOfYear, of)))].map((day) => `${twoDigits(year)}${day}`);

/** How many days each month has in a number that has one number for month and day, and what is added for women. */
const daysOfMonth: Readonly<Record<string, readonly [days: number, added: number]>> = {
  'US-IL': [31, 600],
  'US-WI': [40, 500],
};

/** The days that one number for month and day may be: a day of the year, or of months that are all as long. */
const birthsByDay = (state: string, year: number, number: number): readonly string[] => {
  const [days, added] = daysOfMonth[state] ?? [];
  if (days === undefined || added === undefined) return birthsByDayOfYear(year, number);
  const at = (number % added) - 1;
  const month = Math.floor(at / days) + 1;
  const day = (at % days) + 1;
  return at < 0 || month > 12 || day > 31 ? [] : [[year, month, day].map(twoDigits).join('')];
};

const birthsAt = ({ places }: Template, state: string, number: string): readonly string[] => {
  const fits = [...places].every((place, at) => {
    const one = number.charAt(at);
    if (/[CYMDN]/.test(place)) return /\d/.test(one);
    return place === '_' || (place === 'A' ? /[A-Z]/.test(one) : place === one);
  });
  const textAt = (letter: string): string => number.slice(places.indexOf(letter), places.lastIndexOf(letter) + 1);
  const isOfCentury = ['19', '20'].some((century) => century.endsWith(textAt('C')));
  if (places.length !== number.length || !fits || !isOfCentury) return [];
  const digitsAt = (letter: string): number => Number(textAt(letter));
  const year = digitsAt('Y');
  if (places.includes('N')) return birthsByDay(state, year, digitsAt('N'));
  const month = (addedToMonth[state] ?? []).reduce((rest, added) => rest % added, digitsAt('M'));
  const day = digitsAt('D') % (addedToDay[state] ?? 100);
  const hasMonth = places.includes('M');
  const hasDay = places.includes('D');
  const isOfCalendar = (!hasMonth || (month >= 1 && month <= 12)) && (!hasDay || (day >= 1 && day <= 31));
  if (!isOfCalendar || (places.startsWith('S') && year < 68)) return [];
  return [`${twoDigits(year)}${hasMonth ? twoDigits(month) : '__'}${hasDay ? twoDigits(day) : '__'}`];
};

const birthsInForm = (state: string, number: string): readonly string[] => {
  const digits = inDigits[state]?.(number) ?? number;
  const ofState = forms.filter(({ states }) => states.includes(state)).map((form) => birthsAt(form, state, digits));
  return ofState.find((births) => births.length > 0) ?? [];
};

/**
 * The dates of birth, `YYMMDD` with `_` for what is not in it, one of which a personal number of a State has; none
 * where it has none, as numbers that were given to people whose birth was not known.
 */
export const birthsInPersonalNumber = (state: string, number: string): readonly string[] =>
  isPersonalNumberOf(state, number) === true ? birthsInForm(state, number) : [];

/** Whether a number in which a State writes the birth has a character too few or too many for that. */
export const isBirthNumberBroken = (state: string, number: string): boolean =>
  forms.some(({ states }) => states.includes(state)) && isOneCharacterOff(state, number);
