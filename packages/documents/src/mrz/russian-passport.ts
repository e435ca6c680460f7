import { type Day, parseMrzDate } from '../terms/days.ts';
import { type Layout, textAt } from './layout.ts';
import type { CheckDigit, Mrz } from './mrz.ts';

/**
 * The letters of the Russian alphabet as the internal passport writes them, one character for each (the system called
 * “modernised Clair”), and their transliteration by ICAO 9303-3, section 6 B. Digits stand for letters that Latin has
 * none for. The soft sign has no transliteration. The table is that of annex 24 to order no. 773 of the Ministry of the
 * Interior of Russia of 16 November 2020, as published decoders have it (docs.cntd.ru/document/902288198 is the order
 * before it).
 */
const letters: ReadonlyMap<string, string> = new Map(
  (
    'A:A B:B V:V G:G D:D E:E 2:E J:ZH Z:Z I:I Q:I K:K L:L M:M N:N O:O P:P R:R S:S T:T U:U F:F H:KH C:TS 3:CH 4:SH ' +
    'W:SHCH X:IE Y:Y 9: 6:E 7:IU 8:IA'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)] as const),
);

/** Whether these lines are those of a Russian internal passport, which is a TD3 document of its own kind. */
export const isRussianPassport = (layout: Layout, text: string): boolean =>
  layout.format === 'TD3' && text.startsWith('PNRUS');

/** The names in the transliteration that other documents have; fillers stay. */
export const transliterateRussian = (field: string): string =>
  [...field].map((char) => letters.get(char) ?? char).join('');

/** The passport has no date of expiry, and so no check digit of one. */
export const withoutExpiry = (
  layout: Layout,
  text: string,
  checkDigits: readonly CheckDigit[],
): readonly CheckDigit[] =>
  /^<*$/.test(textAt(text, layout.fields.get('expirationDate')))
    ? checkDigits.filter(({ field }) => field !== 'date_of_expiry')
    : checkDigits;

/**
 * The fields of the passport. The number of ten digits is in two places, its fourth digit before the date of issue, and
 * the optional data have no number of the holder.
 */
export const russianFields = (
  layout: Layout,
  text: string,
  { document_number: number, personal_number: optional, ...fields }: Mrz['fields'],
  today: Day,
): Mrz['fields'] => {
  const data = textAt(text, layout.fields.get('personalNumber'));
  const issued = optional === undefined ? null : parseMrzDate(data.slice(1, 7), 'birth', today);
  const isWhole = number !== undefined && /^\d{9}$/.test(number) && optional !== undefined && /^\d/.test(data);
  return {
    ...fields,
    ...(isWhole && { document_number: `${number.slice(0, 3)}${data.charAt(0)}${number.slice(3)}` }),
    ...(issued !== null && { date_of_issue: issued }),
  };
};
