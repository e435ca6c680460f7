import type { Environment } from '@portcullis/app/configuration';
import { holdProfile, type RetainedProfile } from '@portcullis/backoffice';
import { E, type Profile } from '@portcullis/domain';
import type { ChangeError } from '@portcullis/domain/use-cases';
import { defineCommand, leavingOut, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { type CommandResult, failureResult, unavailableResult } from '../command/command-result.ts';
import { databaseClock } from '../command/database-clock.ts';
import { listAllRetained, listedResult } from '../command/list-all-retained.ts';
import { ids, openRecordsToWrite, openSealedRecords } from '../command/open-records.ts';

const changeFailureResult = (error: ChangeError): CommandResult => {
  if (error._tag === 'NotFound' || error._tag === 'Unavailable') return failureResult(error);
  const isChanging = error._tag === 'VersionConflict';
  const why = isChanging ? 'The profile is being changed: try again.' : 'The profile is being erased, or is erased.';
  return { code: 1, lines: [why] };
};

const holdState = ({ erasesAt, id, legalHold }: Profile): string =>
  legalHold
    ? `${id} is held since ${legalHold.since} by ${legalHold.by.id}`
    : `${id} is not held; ${erasesAt === null ? 'no policy has it erased' : `its policy has it erased at ${erasesAt}`}`;

const holdObject = ({ erasesAt, id, legalHold }: Profile): object => ({
  id,
  hold: legalHold ?? null,
  erases_at: erasesAt,
});

type HoldArgs = { readonly id: string; readonly held: boolean; readonly by: string; readonly note: string | null };

const setHold = async (env: Environment, args: HoldArgs): Promise<CommandResult> => {
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const clock = await databaseClock(records.right);
  if (E.isLeft(clock)) return clock.left;
  const done = await holdProfile({ ...records.right, clock: clock.right, ids })(args)();
  return E.isLeft(done)
    ? changeFailureResult(done.left)
    : { code: 0, lines: [holdState(done.right)], objects: [holdObject(done.right)] };
};

const rowOf = ({ hold, id, partnerId }: RetainedProfile): readonly string[] =>
  hold === null
    ? []
    : [[id, partnerId, `since ${hold.since}`, `by ${hold.by.id}`, ...(hold.note ? [hold.note] : [])].join('\t')];

const listHolds = async (env: Environment): Promise<CommandResult> => {
  const records = await openSealedRecords(env);
  if (E.isLeft(records)) return records.left;
  const kept = await listAllRetained(records.right);
  if (E.isLeft(kept)) return unavailableResult(kept.left);
  const held = kept.right.kept.filter(({ hold }) => hold !== null);
  return { ...listedResult(held.flatMap(rowOf), kept.right), objects: held };
};

/** `npx portcullis hold`: sets, releases and lists legal holds. */
export const holdCommand = defineCommand({
  name: 'hold',
  description:
    "Keeps profiles from being erased. What is done stands in the profile's ledger, with the name that --by gives and the note. A hold takes the place of one that an admin of the partner has set; neither a partner, nor its staff, nor a person can lift it. A partner learns that there is one: by the entry, and when it asks for the erasure of the profile and is refused. Admins and auditors of the partner see besides that it is the operator's, and since when. Nobody of the partner sees the name or the note.",
  notes: `${recordsNeeds} Exit code: 0 when it is so; 1 when there is no such profile, it is changed or erased meanwhile, ${recordsRefused}, or the clock differs from that of the database; ${leavingOut}.`,
  crashMessage: 'It could not be done',
  build: (line, { env, finish }) => {
    const change = (name: string, held: boolean, description: string) =>
      line
        .command(name)
        .description(description)
        .argument('<id>', 'the profile')
        .option('--note <text>', 'why', (text): string | null => text, null)
        .option('--by <name>', 'who does it', 'operator')
        .action((id, { by, note }) => finish(setHold(env, { id, held, by, note })));
    change('set', true, 'keeps a profile from being erased: by its partner, and by its policy');
    change('release', false, 'lets retention go on where it was');
    line
      .command('list')
      .description('lists what is held: the profile, its partner, since when, by whom, and the note')
      .action(() => finish(listHolds(env)));
  },
});
