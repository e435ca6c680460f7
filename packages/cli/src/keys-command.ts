import {
  checkKeys,
  keyStatus,
  type PocketbaseClient,
  pocketbaseClient,
  remainingCount,
  rotateKeys,
} from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { type Keyring, keyringOf } from '@portcullis/record-store';
import { type CommandResult, misconfiguredResult, unavailableResult } from './command/command-result.ts';
import { progressLine, statusLines } from './key-lines.ts';

const usage = `npx portcullis keys <command>

  status    says how many keys each key of DATA_KEYS wraps, and how much stands in clear
  rotate    brings everything under the first key of DATA_KEYS, and seals what stands in clear

Both need DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD and DATA_KEYS; status does without the last. The service may go on meanwhile, with
the same DATA_KEYS. rotate can be ended at any moment, and goes on where it was when it is called again. Exit code: 0 when everything is
under the first key, 1 when something is not, 2 when the record database gave no answer, 64 for a command that it does not know.`;

const notPurged =
  'Everything is sealed, but the database file may hold in free pages what it was before: call this again when less is going on.';

const status = async (client: PocketbaseClient, keyring: Keyring | null): Promise<CommandResult> => {
  const found = await keyStatus(client)();
  if (E.isLeft(found)) return unavailableResult(found.left);
  const isDone = keyring !== null && remainingCount(found.right, keyring.primary.id) === 0;
  return { code: isDone ? 0 : 1, lines: statusLines(found.right, keyring) };
};

const rotate = async (
  client: PocketbaseClient,
  keyring: Keyring | null,
  print: (line: string) => void,
): Promise<CommandResult> => {
  if (keyring === null) return { code: 1, lines: ['DATA_KEYS is not set: there is no key to seal with.'] };
  const faults = await checkKeys(client, keyring)();
  if (E.isLeft(faults)) return unavailableResult(faults.left);
  if (faults.right.length > 0)
    return { code: 1, lines: faults.right.flatMap(({ what, remedy: mend }) => [what, `  ${mend}`]) };
  const rotated = await rotateKeys(client, keyring, (progress) => print(progressLine(progress)))();
  if (E.isLeft(rotated)) return unavailableResult(rotated.left);
  const { isPurged: isScrubbed, remaining: left, status: after } = rotated.right;
  const rest = remainingCount(after, keyring.primary.id);
  const last =
    rest > 0
      ? `${rest} are left.`
      : isScrubbed
        ? `Everything is sealed under the key ${keyring.primary.id}.`
        : notPurged;
  return { code: isScrubbed ? 0 : 1, lines: [...left, ...statusLines(after, keyring), last] };
};

/** Runs `npx portcullis keys` with these arguments; `print` gets the progress. */
export const keysCommand = async (
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<CommandResult> => {
  const [command = '', ...others] = args;
  if (['-h', '--help'].includes(command)) return { code: 0, lines: [usage] };
  if (others.length > 0 || !['status', 'rotate'].includes(command)) return { code: 64, lines: [usage] };
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const keyring = keyringOf(keys);
  return command === 'status' ? status(client, keyring) : rotate(client, keyring, print);
};
