import { type Clock, E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { VersionConflict } from '@portcullis/domain/kernel';
import { isDamagedEntry, type ListEntryRecord, type ListName } from '@portcullis/domain/ports';
import { findListEntryRecord, listByOperator } from '@portcullis/domain/use-cases';
import { type CommandResult, unavailableResult } from './command/command-result.ts';
import { databaseClock } from './command/database-clock.ts';
import { defineCommand } from './command/define-command.ts';
import { partnerWarning } from './command/named-partner.ts';
import { ids, openRecordsToWrite, type Records } from './command/open-records.ts';
import { type Action, type ListArgs, listOptions, listUsage, parseListArgs } from './list-args.ts';

const listByAction = { block: 'blocked', allow: 'allowed', remove: null } as const satisfies {
  readonly [Name in Exclude<Action, 'show'>]: ListName | null;
};

/** Applies the action, and answers what is on a list afterwards. */
const applyAction = (
  records: Records,
  clock: Clock,
  { action, digest, kind, note, partnerId }: ListArgs,
): TaskEither<VersionConflict | Unavailable, ListEntryRecord | null> =>
  pipe(
    records.duplicateIndex.partnerKey(partnerId),
    TE.map(digest),
    TE.flatMap((kept) => {
      const subject = { partnerId, kind, digest: kept };
      if (action === 'show') return findListEntryRecord(records, subject);
      return listByOperator({ ...records, clock, ids })({ ...subject, list: listByAction[action], note });
    }),
  );

/** Who has put an entry on its list, and when. */
const originOf = (entry: ListEntryRecord): string => {
  if (isDamagedEntry(entry)) return 'The entry does not open, so that nobody can say who put it there, or when.';
  const { addedAt, addedBy } = entry;
  if (addedBy === null || addedAt === null) return 'An earlier release put it there, and did not say who or when.';
  return `It is there since ${addedAt}, by ${addedBy.type === 'operator' ? 'the operator' : addedBy.id}.`;
};

/** What is on the list already, and says who has put it there, stays as it is. */
const isNoteLeftOut = ({ note }: ListArgs, entry: ListEntryRecord): boolean =>
  note !== null && (isDamagedEntry(entry) || entry.note !== note);

const resultOf = (
  args: ListArgs,
  done: Either<VersionConflict | Unavailable, ListEntryRecord | null>,
): CommandResult => {
  if (E.isLeft(done))
    return done.left._tag === 'Unavailable'
      ? unavailableResult(done.left)
      : { code: 1, lines: ['Somebody is changing this entry at this moment: try again.'] };
  const entry = done.right;
  const list = entry === null ? 'on no list' : (entry.list ?? 'on a list that cannot be read');
  const { kind, partnerId } = args;
  const said = `This ${kind} is ${list} for the partner ${partnerId}.`;
  if (entry === null) return { code: 0, lines: [said] };
  const left =
    'It was on that list already, and stays as it is: the note was not kept. Remove it first to change its note.';
  return { code: 0, lines: [said, originOf(entry), ...(isNoteLeftOut(args, entry) ? [left] : [])] };
};

/** `npx portcullis list`: what a partner declines or knows. */
export const listCommand = defineCommand({
  usage: listUsage,
  options: listOptions,
  allowPositionals: true,
  parseArgs: parseListArgs,
  run: async (args, env) => {
    const records = await openRecordsToWrite(env);
    if (E.isLeft(records)) return records.left;
    const clock = await databaseClock(records.right);
    if (E.isLeft(clock)) return clock.left;
    const { code, lines } = resultOf(args, await applyAction(records.right, clock.right, args)());
    const warning = code === 0 ? await partnerWarning(records.right, env, args.partnerId) : [];
    return { code, lines: [...lines, ...warning] };
  },
  explainsErrors: true,
  crashMessage: 'It could not be done',
});
