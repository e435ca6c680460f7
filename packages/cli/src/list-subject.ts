import { isDay, isDocumentNumber } from '@portcullis/documents';
import { E, type Either } from '@portcullis/domain';
import {
  deviceDigest,
  documentDigest,
  type FingerprintKind,
  isIssuer,
  personDigest,
} from '@portcullis/domain/evidence';

/** The subject of a list entry: `digest` computes its stored digest with the key of the partner. */
export type ListSubject = { readonly kind: FingerprintKind; readonly digest: (key: string) => string };

const hasLetter = (...names: readonly string[]): boolean => /\p{L}/u.test(names.join(''));

const documentSubject = ([number = '', issuer = '']: readonly string[]): Either<string, ListSubject> => {
  if (!isDocumentNumber(number))
    return E.left('<number> must be of letters A to Z and digits, with only blanks, -, /, . and < between them.');
  if (!isIssuer(issuer)) return E.left('<issuer> must be a country such as FRA, or a state or province such as US-VA.');
  return E.right({ kind: 'document', digest: (key) => documentDigest(key, number, issuer) });
};

const personSubject = ([last = '', first = '', birth = '']: readonly string[]): Either<string, ListSubject> => {
  if (!hasLetter(last, first)) return E.left('<last name> and <first names> must be a name.');
  if (!isDay(birth)) return E.left('<YYYY-MM-DD> must be the day of birth.');
  return E.right({ kind: 'person', digest: (key) => personDigest(key, last, first, birth) });
};

const deviceSubject = ([visitorId = '']: readonly string[]): Either<string, ListSubject> =>
  visitorId === ''
    ? E.left('<visitor id> must not be empty.')
    : E.right({ kind: 'device', digest: (key) => deviceDigest(key, visitorId) });

const subjectParsers = {
  document: { words: ['<number>', '<issuer>'], read: documentSubject },
  person: { words: ['<last name>', '<first names>', '<YYYY-MM-DD>'], read: personSubject },
  device: { words: ['<visitor id>'], read: deviceSubject },
} as const;
const isSubjectKind = (word: string): word is keyof typeof subjectParsers => Object.hasOwn(subjectParsers, word);

/** Reads what is meant. Left says what is wrong, without the input, which may identify a person. */
export const parseSubject = (kind: string, words: readonly string[]): Either<string, ListSubject> => {
  if (!isSubjectKind(kind)) return E.left(`<kind> must be ${Object.keys(subjectParsers).join(' or ')}.`);
  const { read, words: wanted } = subjectParsers[kind];
  return words.length === wanted.length
    ? read(words)
    : E.left(`${kind} needs ${wanted.join(' ')}, each in quotes where it has spaces.`);
};
