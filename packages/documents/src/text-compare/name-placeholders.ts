import { wordsOf } from './words.ts';

/**
 * The texts in forms and documents for a name that somebody does not have: first, last, middle or given name unknown,
 * as visas of the United States and the standard for driving licences of AAMVA write it, and what people and programs
 * write.
 */
const placeholders: ReadonlySet<string> = new Set(
  [
    'FNU LNU MNU SNU GNU NFN NLN NMN NGN NSN NFI NMI NLI ONO UNK UNKNOWN UNAVL UNAVAILABLE',
    'NA NIL NULL NONE NONAME NOFIRSTNAME NOLASTNAME NOSURNAME NOGIVENNAME NOFAMILYNAME NOMIDDLENAME',
    'NOTAPPLICABLE NOTAVAILABLE NOTGIVEN NOTKNOWN NOTPROVIDED ONLYNAME ONENAMEONLY SINGLENAME',
  ].flatMap((some) => some.split(' ')),
);

/** Those that somebody has as a name: what stands in place of a name on one side may be the name on the other. */
const namesToo: ReadonlySet<string> = new Set(['ONO', 'NA', 'NIL', 'NULL', 'X']);

const isPlaceholder = (text: string): boolean => placeholders.has(text) || /^X{1,4}$/.test(text);

/** Whether this stands in place of a name: `FNU`, `N/A`, `No last name`, `X`, or a text without a letter. */
export const isNoName = (name: string): boolean => {
  const words = wordsOf(name).map(({ text }) => text);
  return words.every(isPlaceholder) || isPlaceholder(words.join(''));
};

/** Whether this stands in place of a name, and is nobody's. */
export const isNobodysName = (name: string): boolean =>
  isNoName(name) && !wordsOf(name).some(({ text }) => namesToo.has(text));

/** The name without what stands in place of a part of it. */
export const withoutPlaceholders = (name: string, isPlace: (text: string) => boolean): string =>
  isPlace(name)
    ? ''
    : name
        .split(/\s+/)
        .filter((word) => !isPlace(word))
        .join(' ');
