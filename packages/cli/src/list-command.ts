import { type DuplicateIndex, E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { ListName } from '@portcullis/domain/ports';
import { unavailableResult } from './command/command-result.ts';
import { defineCommand } from './command/define-command.ts';
import { openRecordsToWrite } from './command/open-records.ts';
import { type Action, type ListArgs, listOptions, listUsage, parseListArgs } from './list-args.ts';

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
  usage: listUsage,
  options: listOptions,
  allowPositionals: true,
  parseArgs: parseListArgs,
  run: async (args, env) => {
    const records = await openRecordsToWrite(env);
    if (E.isLeft(records)) return records.left;
    const done = await applyAction(records.right.duplicateIndex, args)();
    if (E.isLeft(done)) return unavailableResult(done.left);
    const { kind, partnerId } = args;
    return { code: 0, lines: [`This ${kind} is ${done.right ?? 'on no list'} for the partner ${partnerId}.`] };
  },
  explainsErrors: true,
  crashMessage: 'It could not be done',
});
