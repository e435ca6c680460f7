import { E } from '@portcullis/domain';
import { type Keyring, type KeyUsage, type Progress, remainingCount } from '@portcullis/record-store';
import { defineCommand } from '../command/command-line.ts';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { openRecords, openRecordsToWrite, type Records, refuseMarked, requireKeys } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';

const partNouns: { readonly [part: string]: string } = {
  data_keys: 'keys of profiles',
  service_keys: 'keys of the service',
};

const keyPosition = (keyring: Keyring, keyId: string): string => {
  if (keyring.primary.id === keyId) return 'the first data key';
  return keyring.find(keyId) === undefined ? 'NOT A DATA KEY HERE' : 'an older data key';
};

/** How much is encrypted under which key, in lines for an operator: names and counts, and no secret. */
const statusLines = (status: readonly KeyUsage[], keyring: Keyring): readonly string[] =>
  status.map(
    ({ dataKeys, keyId, serviceKeys }) =>
      `under the key ${keyId} (${keyPosition(keyring, keyId)}): ${dataKeys} keys of profiles, ${serviceKeys} keys of the service`,
  );

/** The progress of a rotation in one line. */
const progressLine = ({ part, rotated }: Progress): string => `${partNouns[part] ?? part}: ${rotated} done`;

const notPurged =
  'Everything is sealed, but the database file may hold in free pages what it was before: call this again when less is going on.';

const status = async ({ keys }: Records, print: Output['print']): Promise<CommandResult> => {
  const { keyring } = keys;
  const found = await keys.status();
  if (E.isLeft(found)) return unavailableResult(found.left);
  const isDone = remainingCount(found.right, keyring.primary.id) === 0;
  for (const [at, line] of statusLines(found.right, keyring).entries()) print(line, found.right[at]);
  return { code: isDone ? 0 : 1, lines: [] };
};

const rotate = async (records: Records, print: Output['print']): Promise<CommandResult> => {
  const { keyring } = records.keys;
  const marked = await refuseMarked(records);
  if (E.isLeft(marked)) return marked.left;
  const opens = await requireKeys(records);
  if (E.isLeft(opens)) return opens.left;
  const rotated = await records.rotate(keyring, (progress) => print(progressLine(progress), progress))();
  if (E.isLeft(rotated)) return unavailableResult(rotated.left);
  const { isPurged, remaining, status: after } = rotated.right;
  const rest = remainingCount(after, keyring.primary.id);
  const last =
    rest > 0 ? `${rest} are left.` : isPurged ? `Everything is sealed under the key ${keyring.primary.id}.` : notPurged;
  for (const line of [...remaining, ...statusLines(after, keyring), last]) print(line);
  return { code: isPurged ? 0 : 1, lines: [] };
};

const acceptSettings = async ({ keys }: Records): Promise<CommandResult> => {
  const accepted = await keys.acceptSettings();
  if (E.isLeft(accepted)) return unavailableResult(accepted.left);
  const lines = accepted.right.map(({ name, value }) => `${name} = ${JSON.stringify(value)}`);
  return { code: 0, lines: [...lines, `${lines.length} sealed.`], objects: accepted.right };
};

/** `npx portcullis keys`: counts what is encrypted under which key, and rotates the keys. */
export const keysCommand = defineCommand({
  name: 'keys',
  description:
    'Looks after the data keys. The service may go on meanwhile, with the same keys. rotate can be ended at any moment, and goes on where it was when it is called again.',
  notes:
    'Needs DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD, and DATA_KEYS or the key file of the service. Exit code: 0 when everything is under the first key, 1 when something is not, 2 when the record database cannot be used.',
  crashMessage: 'It could not be done',
  build: (line, { env, finish, output: { print } }) => {
    const withRecords = async (
      records: ReturnType<typeof openRecords> | ReturnType<typeof openRecordsToWrite>,
      use: (records: Records) => Promise<CommandResult>,
    ): Promise<CommandResult> => {
      const opened = await records;
      return E.isLeft(opened) ? opened.left : use(opened.right);
    };
    line
      .command('status')
      .description('says how many keys each data key wraps')
      .action(() => finish(withRecords(openRecords(env), (records) => status(records, print))));
    line
      .command('rotate')
      .description('brings everything under the first data key')
      // A rotation examines the keys before it writes.
      .action(() => finish(withRecords(openRecords(env), (records) => rotate(records, print))));
    line
      .command('accept-settings')
      .description('prints the settings that were written in clear, and seals them')
      .action(() => finish(withRecords(openRecordsToWrite(env), acceptSettings)));
  },
});
