import { randomIds } from '@portcullis/adapter-memory';
import { E, type Either, holdProfile, listRetained, type Profile } from '@portcullis/domain';
import type { ChangeError, RetainedProfile } from '@portcullis/domain/use-cases';
import { type CommandResult, failureResult, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { defineCommand } from '../command/define-command.ts';
import { openRecords, openRecordsToWrite, type Records } from '../command/open-records.ts';
import { listAllRetained } from './list-all-retained.ts';

const usage = `npx portcullis hold <command>

  set <id> [--note …] [--by …]       keeps a profile from being erased: by its partner, and by its policy
  release <id> [--note …] [--by …]   lets retention go on where it was
  list                               lists what is held: the profile, its partner, since when, by whom, and the note

What is done stands in the profile's ledger, with the name that --by gives ("operator" unless it is given) and the note. A hold takes
the place of one that an admin of the partner has set; neither a partner, nor its staff, nor a person can lift it. A partner learns
that there is one: by the entry, and when it asks for the erasure of the profile and is refused. Admins and auditors of the partner
see besides that it is the operator's, and since when. Nobody of the partner sees the name or the note, but the names in entries of
earlier releases.

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when it is so, 1 when
there is no such profile or it is being erased, 2 when the record database gave no answer, 64 for a command that it does not know.`;

const changeFailureResult = (error: ChangeError): CommandResult => {
  if (error._tag === 'NotFound' || error._tag === 'Unavailable') return failureResult(error);
  const isChanging = error._tag === 'VersionConflict';
  const why = isChanging ? 'The profile is being changed: try again.' : 'The profile is being erased, or is erased.';
  return { code: 1, lines: [why] };
};

const holdState = ({ erasesAt = null, id, legalHold }: Profile): string =>
  legalHold
    ? `${id} is held since ${legalHold.since} by ${legalHold.by.id}`
    : `${id} is not held; ${erasesAt === null ? 'no policy has it erased' : `its policy has it erased at ${erasesAt}`}`;

type HoldArgs = { readonly id: string; readonly held: boolean; readonly by: string; readonly note: string | null };

const setHold = async (records: Records, args: HoldArgs): Promise<CommandResult> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const clock = await databaseClock(records);
  if (E.isLeft(clock)) return clock.left;
  const done = await holdProfile({ ...records, clock: clock.right, ids })(args)();
  return E.isLeft(done) ? changeFailureResult(done.left) : { code: 0, lines: [holdState(done.right)] };
};

const rowOf = ({ hold, id, partnerId }: RetainedProfile): readonly string[] =>
  hold === null
    ? []
    : [[id, partnerId, `since ${hold.since}`, `by ${hold.by.id}`, ...(hold.note ? [hold.note] : [])].join('\t')];

const listHolds = async (records: Records): Promise<CommandResult> => {
  const kept = await listAllRetained(listRetained(records));
  return E.isLeft(kept) ? unavailableResult(kept.left) : { code: 0, lines: kept.right.flatMap(rowOf) };
};

/** `npx portcullis hold`: sets, releases and lists legal holds. */
export const holdCommand = defineCommand({
  usage,
  options: { note: { type: 'string' }, by: { type: 'string' } },
  allowPositionals: true,
  parseArgs: ({ positionals, values: { by = 'operator', note = null } }): Either<null, HoldArgs | 'list'> => {
    const [command, id, ...rest] = positionals;
    if (command === 'list' && id === undefined) return E.right('list');
    return (command === 'set' || command === 'release') && id !== undefined && rest.length === 0
      ? E.right({ id, held: command === 'set', by, note })
      : E.left(null);
  },
  run: async (args, env) => {
    const records = args === 'list' ? openRecords(env) : await openRecordsToWrite(env);
    if (E.isLeft(records)) return records.left;
    return args === 'list' ? listHolds(records.right) : setHold(records.right, args);
  },
  explainsErrors: false,
  crashMessage: 'It could not be done',
});
