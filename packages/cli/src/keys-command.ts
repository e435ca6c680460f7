import { E, type Either } from '@portcullis/domain';
import { remainingCount } from '@portcullis/record-store';
import { type CommandResult, faultsResult, unavailableResult } from './command/command-result.ts';
import { defineCommand } from './command/define-command.ts';
import { openRecords, openRecordsToWrite, type Records, refuseMarked } from './command/open-records.ts';
import { progressLine, sealingWarnings, statusLines } from './key-lines.ts';

const usage = `npx portcullis keys <command>

  status            says how many keys each key of DATA_KEYS wraps, and how much stands in clear
  rotate            brings everything under the first key of DATA_KEYS, and seals what stands in clear, after it has said
                    how much that is; once everything is sealed, nothing in clear is believed any more, and with
                    REQUIRE_SEALED=true no rotation seals it, whatever the database says
  accept-settings   prints the settings that were written in clear since, and seals them

All need DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD and DATA_KEYS; status does without the last. The service may go on meanwhile, with
the same DATA_KEYS. rotate can be ended at any moment, and goes on where it was when it is called again. Exit code: 0 when everything is
under the first key, 1 when something is not, 2 when the record database gave no answer, 64 for a command that it does not know.`;

const notPurged =
  'Everything is sealed, but the database file may hold in free pages what it was before: call this again when less is going on.';

const noKeyring: CommandResult = { code: 1, lines: ['DATA_KEYS is not set: there is no key to seal with.'] };

const status = async ({ keys }: Records): Promise<CommandResult> => {
  const { keyring } = keys;
  const found = await keys.status();
  if (E.isLeft(found)) return unavailableResult(found.left);
  const isDone = keyring !== null && found.right.isSealed && remainingCount(found.right, keyring.primary.id) === 0;
  return { code: isDone ? 0 : 1, lines: statusLines(found.right, keyring) };
};

const rotate = async (records: Records, print: (line: string) => void): Promise<CommandResult> => {
  const { keyring } = records.keys;
  if (keyring === null) return noKeyring;
  const marked = await refuseMarked(records);
  if (E.isLeft(marked)) return marked.left;
  const faults = await records.keys.check();
  if (E.isLeft(faults)) return unavailableResult(faults.left);
  if (faults.right.length > 0) return faultsResult(faults.right);
  // A rotation moves files to the object store, and must not give the only copy to somebody else's.
  const misplaced = await records.objects.check();
  if (E.isLeft(misplaced)) return unavailableResult(misplaced.left);
  if (misplaced.right.length > 0) return faultsResult(misplaced.right);
  const before = await records.keys.status();
  if (E.isLeft(before)) return unavailableResult(before.left);
  for (const line of sealingWarnings(before.right)) print(line);
  const rotated = await records.rotate(keyring, (progress) => print(progressLine(progress)))();
  if (E.isLeft(rotated)) return unavailableResult(rotated.left);
  const { isPurged, remaining, status: after } = rotated.right;
  const rest = remainingCount(after, keyring.primary.id);
  const last =
    rest > 0 ? `${rest} are left.` : isPurged ? `Everything is sealed under the key ${keyring.primary.id}.` : notPurged;
  return { code: isPurged ? 0 : 1, lines: [...remaining, ...statusLines(after, keyring), last] };
};

const acceptSettings = async ({ keys }: Records): Promise<CommandResult> => {
  if (keys.keyring === null) return noKeyring;
  const accepted = await keys.acceptSettings();
  if (E.isLeft(accepted)) return unavailableResult(accepted.left);
  const lines = accepted.right.map(({ name, value }) => `${name} = ${JSON.stringify(value)}`);
  return { code: 0, lines: [...lines, `${lines.length} sealed.`] };
};

const actions = {
  status: (records) => status(records),
  rotate,
  'accept-settings': (records) => acceptSettings(records),
} as const satisfies {
  readonly [name: string]: (records: Records, print: (line: string) => void) => Promise<CommandResult>;
};
type Subcommand = keyof typeof actions;

const isSubcommand = (word: string | undefined): word is Subcommand =>
  word !== undefined && Object.hasOwn(actions, word);

/** `npx portcullis keys`: counts what is encrypted under which key, and rotates the keys. */
export const keysCommand = defineCommand({
  usage,
  options: {},
  allowPositionals: true,
  parseArgs: ({ positionals: [word, ...others] }): Either<null, Subcommand> =>
    isSubcommand(word) && others.length === 0 ? E.right(word) : E.left(null),
  run: async (command, env, { print }) => {
    // A rotation examines the keys, and with them the mark, before it writes.
    const records = command === 'accept-settings' ? await openRecordsToWrite(env) : openRecords(env);
    if (E.isLeft(records)) return records.left;
    return actions[command](records.right, print);
  },
  explainsErrors: false,
  crashMessage: 'It could not be done',
});
