import { E, type Either } from '@portcullis/domain';
import {
  deviceDigest,
  documentDigest,
  type FingerprintKind,
  isDocumentNumber,
  isIssuer,
  personDigest,
} from '@portcullis/domain/documents';
import { isDay } from '@portcullis/domain/kernel';

/** The subject of a list entry: `digest` computes its stored digest with the key of the partner. */
export type ListSubject = { readonly kind: FingerprintKind; readonly digest: (key: string) => string };

const hasLetter = (...names: readonly string[]): boolean => /\p{L}/u.test(names.join(''));

const documentSubject = ([number = '', issuer = '']: readonly string[]): Either<string, ListSubject> => {
  if (!isDocumentNumber(number))
    return E.left(
      'The number of a document has letters A to Z and digits, and only blanks, -, /, . and < between them.',
    );
  if (!isIssuer(issuer)) return E.left('The issuer is no country, and no state or province like US-VA.');
  return E.right({ kind: 'document', digest: (key) => documentDigest(key, number, issuer) });
};

const personSubject = ([last = '', first = '', birth = '']: readonly string[]): Either<string, ListSubject> => {
  if (!hasLetter(last, first)) return E.left('A person has a name.');
  if (!isDay(birth)) return E.left('The date of birth is no day of the form YYYY-MM-DD.');
  return E.right({ kind: 'person', digest: (key) => personDigest(key, last, first, birth) });
};

const deviceSubject = ([visitorId = '']: readonly string[]): Either<string, ListSubject> =>
  visitorId === ''
    ? E.left('A device has a visitor id.')
    : E.right({ kind: 'device', digest: (key) => deviceDigest(key, visitorId) });

const subjectParsers = {
  document: { words: 2, read: documentSubject },
  person: { words: 3, read: personSubject },
  device: { words: 1, read: deviceSubject },
} as const;
const isSubjectKind = (word: string): word is keyof typeof subjectParsers => Object.hasOwn(subjectParsers, word);

/** Reads what is meant. Left says what is wrong, without the input, which may identify a person. */
export const parseSubject = (kind: string, words: readonly string[]): Either<string, ListSubject> => {
  if (!isSubjectKind(kind)) return E.left('What is meant is a document, a person or a device.');
  const { read, words: wanted } = subjectParsers[kind];
  return words.length === wanted
    ? read(words)
    : E.left(`A ${kind} is given in ${wanted} words, in quotes where it has spaces.`);
};
