import { isPersonalNumberOf } from './number-grammars.ts';

/**
 * The personal numbers of States with the date of birth in them, by where its digits stand
 * (en.wikipedia.org/wiki/National_identification_number; python-stdnum; for Uzbekistan and Kyrgyzstan OECD, “Tax
 * identification numbers”). Ukraine has it in the number of its register.
 */
const templates = `
YYMMDD___ CZE SVK
YYMMDD____ BGR CZE SVK SWE
YYMMDD_____ BEL POL
YYMMDD______ KAZ MYS
YYMMDD_______ KOR ZAF
DDMMYY____ DNK ISL
DDMMYY_____ LVA NOR
_YYMMDD____ EST LTU
_YYMMDD_____ KWT
_YYMMDD______ ROU
_YYMMDD_______ EGY
_DDMMYY_______ UZB
_DDMM__YY_____ KGZ
DDMM_YY______ BIH MKD MNE SRB SVN
__YYMMDD____ SWE
__YYMMDD_____ LUX UKR
______DDMMYY____ IDN
________YYMMDD____ CHN
`;

type Template = { readonly places: string; readonly states: readonly string[] };

const forms: readonly Template[] = templates
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([places = '', ...states]) => ({ places, states }));

/** States add to the month for a sex or a century, and to the day for a sex or for people who are not registered. */
const monthIn = (state: string, month: number): number =>
  (state === 'CZE' || state === 'SVK' ? month % 50 : month) % 20;
const dayIn = (day: number): number => day - (day > 60 ? 60 : day > 40 ? 40 : 0);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/**
 * The date of birth, `YYMMDD`, that is in a personal number of a State; `null` where there is none, as in numbers that
 * were given to people whose birth was not known.
 */
export const birthInPersonalNumber = (state: string, number: string): string | null => {
  const form = forms.find(({ places, states }) => places.length === number.length && states.includes(state));
  if (!form || isPersonalNumberOf(state, number) !== true) return null;
  const digitsAt = (letter: string): number =>
    Number(number.slice(form.places.indexOf(letter), form.places.lastIndexOf(letter) + 1));
  const year = digitsAt('Y');
  const month = monthIn(state, digitsAt('M'));
  const day = dayIn(digitsAt('D'));
  const isOfCalendar = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isOfCalendar ? [year, month, day].map(twoDigits).join('') : null;
};
