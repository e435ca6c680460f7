import { randomIds } from '@portcullis/adapter-memory';
import { pocketbaseClient, pocketbaseDuplicateIndex, pocketbaseEncryption } from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { type DuplicateIndex, E, type ListName, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { type CommandResult, misconfiguredResult, unavailableResult } from './command/command-result.ts';
import { type Action, type ListArgs, parseListArgs, usage } from './list-args.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

const listByAction = { block: 'blocked', allow: 'allowed', remove: null } as const satisfies {
  readonly [Name in Exclude<Action, 'show'>]: ListName | null;
};

/** Applies the action, and returns the list on which the subject is afterwards. */
const applyAction = (
  { partnerKey: keyOf, setListEntry: list, getListEntry: listed }: DuplicateIndex,
  { action: deed, digest, kind, partnerId }: ListArgs,
): TaskEither<Unavailable, ListName | null> =>
  pipe(
    keyOf(partnerId),
    TE.map(digest),
    TE.flatMap((kept) => {
      if (deed === 'show') return listed(partnerId, kind, kept);
      const name = listByAction[deed];
      return TE.map((): ListName | null => name)(list(partnerId, kind, kept, name));
    }),
  );

const run = async (args: readonly string[], env: Environment): Promise<CommandResult> => {
  const wish = parseListArgs(args);
  if (E.isLeft(wish)) return { code: 64, lines: [wish.left, '', usage] };
  if (wish.right === null) return { code: 0, lines: [usage] };
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const register = pocketbaseDuplicateIndex(client, ids, pocketbaseEncryption(client, keyringOf(keys)));
  const done = await applyAction(register, wish.right)();
  if (E.isLeft(done)) return unavailableResult(done.left);
  const { kind, partnerId } = wish.right;
  return { code: 0, lines: [`This ${kind} is ${done.right ?? 'on no list'} for the partner ${partnerId}.`] };
};

// The process exits explicitly, because a connection that the database keeps open would delay its end.
run(process.argv.slice(3), process.env).then(
  ({ code, lines }) => {
    const print = code === 0 ? console.log : console.error;
    for (const line of lines) print(line);
    process.exit(code);
  },
  (cause: unknown) => {
    console.error(`It could not be done (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exit(70);
  },
);
