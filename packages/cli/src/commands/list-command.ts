import type { Environment } from '@portcullis/app/configuration';
import { findListEntryRecord, listByOperator } from '@portcullis/backoffice';
import { isDamagedEntry, type ListEntryRecord } from '@portcullis/backoffice/ports';
import { isDay, isDocumentNumber } from '@portcullis/documents';
import { type Clock, E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import {
  deviceDigest,
  documentDigest,
  type FingerprintKind,
  isIssuer,
  personDigest,
} from '@portcullis/domain/evidence';
import { decode, hasOuterBlanks, type Invalid, multilineText, type VersionConflict } from '@portcullis/domain/kernel';
import type { ListName } from '@portcullis/domain/ports';
import { defineCommand, recordsAway, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { type CommandResult, misused, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { partnerWarning } from '../command/named-partner.ts';
import { ids, openRecordsToWrite, type Records } from '../command/open-records.ts';

/** The subject of a list entry: `digest` computes its stored digest with the key of the partner. */
type ListSubject = { readonly kind: FingerprintKind; readonly digest: (key: string) => string };

const hasLetter = (...names: readonly string[]): boolean => /\p{L}/u.test(names.join(''));

const documentSubject = ([number = '', issuer = '']: readonly string[]): Either<string, ListSubject> => {
  if (!isDocumentNumber(number))
    return E.left('<number> must be of letters A to Z and digits, with only blanks, -, /, . and < between them.');
  if (!isIssuer(issuer)) return E.left('<issuer> must be a country such as FRA, or a state or province such as US-VA.');
  return E.right({ kind: 'document', digest: (key) => documentDigest(key, number, issuer) });
};

const personSubject = ([last = '', first = '', birth = '']: readonly string[]): Either<string, ListSubject> => {
  if (!hasLetter(last, first)) return E.left('one of <last name> and <first names> must have a letter.');
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
const parseSubject = (kind: string, words: readonly string[]): Either<string, ListSubject> => {
  if (!isSubjectKind(kind)) return E.left(`<kind> must be ${Object.keys(subjectParsers).join(' or ')}.`);
  const { read, words: wanted } = subjectParsers[kind];
  return words.length === wanted.length
    ? read(words)
    : E.left(`${kind} needs ${wanted.join(' ')}, each in quotes where it has spaces.`);
};

type ListDeed = {
  /** The list on which it is to be; `null` takes it off both, and `show` changes nothing. */
  readonly list: ListName | null | 'show';
  readonly partnerId: string;
  readonly subject: ListSubject;
  readonly note: string | null;
};

/** Does it, and answers what is on a list afterwards. */
const act = (
  records: Records,
  clock: Clock,
  { list, note, partnerId, subject: { digest, kind } }: ListDeed,
): TaskEither<Invalid | VersionConflict | Unavailable, ListEntryRecord | null> =>
  pipe(
    records.duplicateIndex.partnerKey(partnerId),
    TE.map(digest),
    TE.flatMap((kept) => {
      const subject = { partnerId, kind, digest: kept };
      if (list === 'show') return findListEntryRecord(records, subject);
      return listByOperator({ ...records, clock, ids })({ ...subject, list, note });
    }),
  );

/** The author of a list entry, and its time. */
const originOf = (entry: ListEntryRecord): string => {
  if (isDamagedEntry(entry)) return 'The entry does not open, so that nobody can say who put it there, or when.';
  const { addedAt, addedBy } = entry;
  return `It is there since ${addedAt}, by ${addedBy.type === 'operator' ? 'the operator' : addedBy.id}.`;
};

/** An entry that is on the list already, and says who has put it there, stays as it is. */
const isNoteLeftOut = ({ note }: ListDeed, entry: ListEntryRecord): boolean =>
  note !== null && (isDamagedEntry(entry) || entry.note !== note);

const resultOf = (
  deed: ListDeed,
  done: Either<Invalid | VersionConflict | Unavailable, ListEntryRecord | null>,
): CommandResult => {
  if (E.isLeft(done))
    return done.left._tag === 'Unavailable'
      ? unavailableResult(done.left)
      : { code: 1, lines: ['Somebody is changing this entry at this moment: try again.'] };
  const entry = done.right;
  const list = entry === null ? 'on no list' : (entry.list ?? 'on a list that cannot be read');
  const said = `This ${deed.subject.kind} is ${list} for the partner ${deed.partnerId}.`;
  if (entry === null) return { code: 0, lines: [said] };
  const left =
    'It was on that list already, and stays as it is: the note was not kept. Remove it first to change its note.';
  return { code: 0, lines: [said, originOf(entry), ...(isNoteLeftOut(deed, entry) ? [left] : [])] };
};

const run = async (env: Environment, deed: ListDeed): Promise<CommandResult> => {
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const clock = await databaseClock(records.right);
  if (E.isLeft(clock)) return clock.left;
  const { code, lines } = resultOf(deed, await act(records.right, clock.right, deed)());
  const warning = code === 0 ? await partnerWarning(records.right, env, deed.partnerId) : [];
  return { code, lines: [...lines, ...warning] };
};

const Note = multilineText(2000);

/** The fault of the options, without the input. */
const faultIn = (partnerId: string, note: string | null): string | null => {
  if (partnerId === '') return '--partner must not be empty.';
  if (hasOuterBlanks(partnerId)) return '--partner must not begin or end with a blank.';
  return note !== null && E.isLeft(decode(Note, note)) ? `--note must be ${Note.name}.` : null;
};

/** `npx portcullis list`: what a partner declines or knows. */
export const listCommand = defineCommand({
  name: 'list',
  description:
    'Looks after what a partner declines (block) or knows (allow), over all of its profiles. What the command does stands in the ledger in the name of the operator; staff of the partner see that, the time, and the note. What is on that list already stays as it is, without the note. Only a keyed digest is kept, and it is printed nowhere.',
  notes: `${recordsNeeds} Exit code: 0 when it is done; 1 when the entry is changed by somebody else, ${recordsRefused}, or the clock differs from that of the database; ${recordsAway()}.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish }) => {
    const deed = (name: string, list: ListDeed['list'], description: string) => {
      const done = (kind: string, words: readonly string[], partnerId: string, note: string | null) => {
        const fault = faultIn(partnerId, note);
        if (fault !== null) return finish(misused(fault));
        const subject = parseSubject(kind, words);
        return finish(
          E.isLeft(subject) ? misused(subject.left) : run(env, { list, partnerId, subject: subject.right, note }),
        );
      };
      const command = line
        .command(name)
        .description(description)
        .argument('<kind>', 'document, person or device')
        .argument(
          '<words...>',
          'of a document its number and issuer (a country, or for a licence with a barcode its state or province, such as US-VA); of a person last name, first names and date of birth (YYYY-MM-DD), as on the document; of a device the visitor id that Fingerprint gives it',
        )
        .requiredOption('--partner <id>', 'whose list it is');
      if (list === null || list === 'show')
        return command.action((kind, words, { partner }) => done(kind, words, partner, null));
      return command
        .option('--note <text>', 'a note for staff')
        .action((kind, words, { note = null, partner }) => done(kind, words, partner, note));
    };
    deed('block', 'blocked', 'declines it from now on');
    deed('allow', 'allowed', 'knows it from now on');
    deed('remove', null, 'takes it off both lists');
    deed('show', 'show', 'says on which list it is, since when, and who has put it there');
  },
});
