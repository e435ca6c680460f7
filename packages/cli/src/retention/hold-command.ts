import { parseArgs } from 'node:util';
import { randomIds, systemClock } from '@portcullis/adapter-memory';
import type { Environment } from '@portcullis/app/configuration';
import { type ChangeError, E, holdProfile, listRetained, type Profile, type RetainedProfile } from '@portcullis/domain';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { openRecords, type Records } from '../command/open-records.ts';
import { listAllRetained } from './list-all-retained.ts';

const usage = `npx portcullis hold <command>

  set <id> [--note …] [--by …]       keeps a profile from being erased: by its partner, and by its policy
  release <id> [--note …] [--by …]   lets retention go on where it was
  list                               lists what is held: the profile, its partner, since when, by whom, and the note

What is done stands in the profile's ledger, with the name that --by gives ("operator" unless it is given) and the note. Neither a
partner nor a person can see or lift a hold; a partner who asks for the erasure of the profile is refused.

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when it is so, 1 when
there is no such profile or it is being erased, 2 when the record database gave no answer, 64 for a command that it does not know.`;

const usageError: CommandResult = { code: 64, lines: [usage] };

const failureResult = (error: ChangeError): CommandResult => {
  if (error._tag === 'Unavailable') return unavailableResult(error);
  const why = error._tag === 'NotFound' ? 'There is no such profile.' : 'The profile is being erased, or is erased.';
  return { code: 1, lines: [error._tag === 'VersionConflict' ? 'The profile is being changed: try again.' : why] };
};

const holdState = ({ erasesAt = null, id, legalHold }: Profile): string =>
  legalHold
    ? `${id} is held since ${legalHold.since} by ${legalHold.by.id}`
    : `${id} is not held; ${erasesAt === null ? 'no policy has it erased' : `its policy has it erased at ${erasesAt}`}`;

type HoldArgs = { readonly id: string; readonly held: boolean; readonly by: string; readonly note: string | null };

const setHold = async (records: Records, wish: HoldArgs): Promise<CommandResult> => {
  const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
  const done = await holdProfile({ ...records, clock: systemClock, ids })(wish)();
  return E.isLeft(done) ? failureResult(done.left) : { code: 0, lines: [holdState(done.right)] };
};

const rowOf = ({ hold, id, partnerId }: RetainedProfile): readonly string[] =>
  hold === null
    ? []
    : [[id, partnerId, `since ${hold.since}`, `by ${hold.by.id}`, ...(hold.note ? [hold.note] : [])].join('\t')];

const listHolds = async (records: Records): Promise<CommandResult> => {
  const kept = await listAllRetained(listRetained(records));
  return E.isLeft(kept) ? unavailableResult(kept.left) : { code: 0, lines: kept.right.flatMap(rowOf) };
};

const parseOptions = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, note: { type: 'string' }, by: { type: 'string' } },
    });
  } catch {
    return null;
  }
};

/** Runs `npx portcullis hold` with these arguments. */
export const holdCommand = async (args: readonly string[], env: Environment): Promise<CommandResult> => {
  const known = parseOptions(args);
  if (known === null) return usageError;
  const { by = 'operator', help, note = null } = known.values;
  if (help) return { code: 0, lines: [usage] };
  const [command, id, ...rest] = known.positionals;
  const changes = (command === 'set' || command === 'release') && id !== undefined && rest.length === 0;
  if (!changes && !(command === 'list' && id === undefined)) return usageError;
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  return changes ? setHold(records.right, { id, held: command === 'set', by, note }) : listHolds(records.right);
};
