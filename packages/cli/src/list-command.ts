import { randomIds } from '@portcullis/adapter-memory';
import { pocketbaseClient, pocketbaseDuplicateIndex, pocketbaseEncryption } from '@portcullis/adapter-pocketbase';
import { readDatabaseVariables } from '@portcullis/app/configuration';
import { type DuplicateIndex, E, type ListName, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { keyringOf } from '@portcullis/record-store';
import { misconfiguredResult, unavailableResult } from './command/command-result.ts';
import { defineCommand } from './command/define-command.ts';
import { type Action, type ListArgs, listOptions, parseListArgs, usage } from './list-args.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

const listByAction = { block: 'blocked', allow: 'allowed', remove: null } as const satisfies {
  readonly [Name in Exclude<Action, 'show'>]: ListName | null;
};

/** Applies the action, and returns the list on which the subject is afterwards. */
const applyAction = (
  { partnerKey, setListEntry, getListEntry }: DuplicateIndex,
  { action, digest, kind, partnerId }: ListArgs,
): TaskEither<Unavailable, ListName | null> =>
  pipe(
    partnerKey(partnerId),
    TE.map(digest),
    TE.flatMap((kept) => {
      if (action === 'show') return getListEntry(partnerId, kind, kept);
      const name = listByAction[action];
      return TE.map((): ListName | null => name)(setListEntry(partnerId, kind, kept, name));
    }),
  );

/** `npx portcullis list`: what a partner declines or knows. */
export const listCommand = defineCommand({
  usage,
  options: listOptions,
  allowPositionals: true,
  parseArgs: parseListArgs,
  run: async (args, env) => {
    const read = readDatabaseVariables(env);
    if (E.isLeft(read)) return misconfiguredResult(read.left);
    const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
    const client = pocketbaseClient({ url, email, password });
    const index = pocketbaseDuplicateIndex(client, ids, pocketbaseEncryption(client, keyringOf(keys)));
    const done = await applyAction(index, args)();
    if (E.isLeft(done)) return unavailableResult(done.left);
    const { kind, partnerId } = args;
    return { code: 0, lines: [`This ${kind} is ${done.right ?? 'on no list'} for the partner ${partnerId}.`] };
  },
  explainsErrors: true,
  crashMessage: 'It could not be done',
});
