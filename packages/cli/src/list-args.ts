import { E, type Either, pipe } from '@portcullis/domain';
import {
  deviceDigest,
  documentDigest,
  type FingerprintKind,
  isDocumentNumber,
  isIssuer,
  personDigest,
} from '@portcullis/domain/documents';
import { decode, hasOuterBlanks, isDay, multilineText } from '@portcullis/domain/kernel';
import type { ParsedOptions } from './command/parse-options.ts';

export const listUsage = `npx portcullis list block|allow|remove|show --partner <id> [--note …] <what>

What a partner declines (block) or knows (allow), over all of its profiles; remove takes it off both lists, show says on
which it stands, since when, and who has put it there. What the command does stands in the ledger in the name of the operator;
staff of the partner see that, the time, and the note. What is on that list already stays as it is, without the note. <what>
is one of:

  document <number> <issuer>        the country of a passport or card, or for a licence with a barcode its state or
                                    province (US-VA, CA-ON)
  person <last name> <first names> <date of birth>    as on the document; the date as YYYY-MM-DD
  device <visitor id>               as Fingerprint names it

Only a keyed digest of it is kept, and it is printed nowhere. Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and
DATA_KEYS where the service has it. Exit code: 0 when it is done, 1 when something is wrong, 2 when the record database gave no
answer, 64 for options it does not know.`;

const actions = ['block', 'allow', 'remove', 'show'] as const;
export type Action = (typeof actions)[number];

/** The action and its subject: `digest` computes the stored digest of the subject with the key of the partner. */
export type ListArgs = {
  readonly action: Action;
  readonly partnerId: string;
  readonly kind: FingerprintKind;
  readonly digest: (key: string) => string;
  readonly note: string | null;
};

type ListSubject = Pick<ListArgs, 'kind' | 'digest'>;

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

const parseSubject = (kind: string, words: readonly string[]): Either<string, ListSubject> => {
  if (!isSubjectKind(kind)) return E.left('What is meant is a document, a person or a device.');
  const { read, words: wanted } = subjectParsers[kind];
  return words.length === wanted
    ? read(words)
    : E.left(`A ${kind} is given in ${wanted} words, in quotes where it has spaces.`);
};

export const listOptions = { partner: { type: 'string' }, note: { type: 'string' } } as const;

const Note = multilineText(2000);

/** Reads the arguments. Left says what is wrong, without the input, which may identify a person. */
export const parseListArgs = ({
  positionals: [word = '', kind = '', ...words],
  values: { note, partner: partnerId },
}: ParsedOptions<typeof listOptions>): Either<string, ListArgs> => {
  const action = actions.find((name) => name === word);
  if (action === undefined) return E.left(`What to do is one of ${actions.join(', ')}.`);
  if (!partnerId) return E.left('--partner says whose list it is.');
  if (hasOuterBlanks(partnerId)) return E.left('--partner has no blanks at its ends.');
  if (note !== undefined && (action === 'remove' || action === 'show'))
    return E.left('A note is for what is put on a list.');
  if (note !== undefined && E.isLeft(decode(Note, note))) return E.left(`A note has ${Note.name}.`);
  return pipe(
    parseSubject(kind, words),
    E.map((what): ListArgs => ({ action, partnerId, note: note ?? null, ...what })),
  );
};
