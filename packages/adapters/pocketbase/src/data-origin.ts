import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { type PocketbaseFolder, runHook } from './process.ts';

const flag = t.union([t.number, t.null]);

const DataOrigin = t.type(
  {
    /** Triggers, views and tables, with the statements that made them. */
    objects: t.readonlyArray(t.type({ type: t.string, name: t.string, sql: t.string })),
    collections: t.readonlyArray(
      t.type({
        name: t.string,
        rules: t.readonlyArray(t.union([t.string, t.null])),
        manageRule: t.union([t.string, t.null]),
        /** Whether one signs in to it in these ways: 0 or 1, `null` where nobody signs in. */
        oauth2: flag,
        otp: flag,
        password: flag,
        /** Who may sign in; `null`: nobody. */
        authRule: t.union([t.string, t.null]),
        /** The fields by which one signs in, as JSON. */
        identities: t.union([t.string, t.null]),
        fields: t.readonlyArray(t.type({ name: t.string, type: t.string, protected: flag })),
      }),
    ),
    superusers: t.readonlyArray(t.string),
    /** Accounts that are no superusers. */
    accounts: t.number,
    linkedSignIns: t.number,
    settings: t.type({
      smtp: t.boolean,
      s3: t.boolean,
      schedule: t.string,
      backupsS3: t.boolean,
      rateLimits: t.boolean,
      superuserIPs: t.boolean,
    }),
  },
  'origin of a data folder',
);

/** What a data folder has, wherever it comes from, that can act on its own or lets somebody in. */
export type DataOrigin = t.TypeOf<typeof DataOrigin>;

const unread = 'PocketBase cannot read the schema of this data folder.';

/** Reads what a data folder has, without serving it. Rejects with a sentence for an operator. */
export const readOrigin = async (folder: PocketbaseFolder): Promise<DataOrigin> => {
  const found = await runHook(folder, {
    command: 'list-origin',
    printed: /^(?:.* )?ORIGIN (\{.*\})$/m,
    otherwise: unread,
  });
  const origin = decode(DataOrigin, parseJson(found[1] ?? ''));
  if (E.isLeft(origin)) throw new Error(unread);
  return origin.right;
};

/**
 * Takes out of a data folder what acts on its own or lets somebody in, without serving it: triggers, superusers other
 * than those that are kept, other accounts, sessions, linked sign-ins, rules and ways to sign in that are open, and
 * settings that send data elsewhere or refuse requests. Its files are protected then. Rejects with a sentence for an
 * operator.
 */
export const closeOrigin = async (folder: PocketbaseFolder, kept: readonly string[]): Promise<void> => {
  const otherwise = 'PocketBase cannot clear this data folder of what is foreign.';
  const env = { KEPT_SUPERUSERS: JSON.stringify(kept) };
  await runHook(folder, { command: 'close-origin', env, printed: /^(.* )?closed$/m, otherwise });
};
