import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { tables } from '@portcullis/record-store/driver';
import { mayBeEmpty } from './known-fields.ts';
import { type PocketbaseFolder, runHook } from './process.ts';

const flag = t.union([t.boolean, t.null]);
const rule = t.union([t.string, t.null]);

const DataOrigin = t.type(
  {
    /** Triggers, views, tables and indexes, with the statements that made them. */
    objects: t.readonlyArray(t.type({ type: t.string, name: t.string, table: t.string, sql: t.string })),
    /** What SQLite finds wrong with the file, such as an index that lacks rows; the first of it. */
    damage: t.readonlyArray(t.string),
    /** Collections as PocketBase understands them. */
    collections: t.readonlyArray(
      t.type({
        name: t.string,
        type: t.string,
        rules: t.readonlyArray(rule),
        manageRule: rule,
        /** Whether one signs in to it in these ways, or in two of them; `null` where nobody signs in. */
        oauth2: flag,
        otp: flag,
        mfa: flag,
        password: flag,
        /** Who may sign in; `null`: nobody. */
        authRule: rule,
        /** The fields by which one signs in. */
        identities: t.union([t.readonlyArray(t.string), t.null]),
        /** The statements of the indexes that it should have. */
        indexes: t.readonlyArray(t.string),
        fields: t.readonlyArray(t.intersection([t.type({ name: t.string, type: t.string }), t.UnknownRecord])),
      }),
    ),
    superusers: t.readonlyArray(t.string),
    /** Accounts that are no superusers. */
    accounts: t.number,
    linkedSignIns: t.number,
    /** Files and folders of `storage` that no record names, as paths in the data folder. */
    unnamed: t.readonlyArray(t.string),
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

/** What `closeOrigin` is told. */
type Closing = {
  /** The superusers that are kept. */
  readonly superusers: readonly string[];
  /** The indexes that are removed, by their names, and then the statements of those that are made. */
  readonly removedIndexes: readonly string[];
  readonly madeIndexes: readonly string[];
  /** The statements of indexes that stay in each collection of the service. */
  readonly indexes: { readonly [collection: string]: readonly string[] };
};

/**
 * Takes out of a data folder what acts on its own or lets somebody in, without serving it: triggers, indexes that are
 * named, superusers other than those that are kept, other accounts, sessions, linked sign-ins, rules and ways to sign
 * in that are open, settings that send data elsewhere or refuse requests, and what fields of the service do to values.
 * Its files are protected then, tokens of before are void, and every index is made from the rows. Rejects with a
 * sentence for an operator.
 */
export const closeOrigin = async (folder: PocketbaseFolder, closing: Closing): Promise<void> => {
  const otherwise = 'PocketBase cannot clear this data folder of what is foreign.';
  const env = {
    KEPT_SUPERUSERS: JSON.stringify(closing.superusers),
    INDEXES: JSON.stringify({ removed: closing.removedIndexes, made: closing.madeIndexes, kept: closing.indexes }),
    OWN_COLLECTIONS: JSON.stringify(Object.keys(tables)),
    OPTIONAL_FIELDS: JSON.stringify(mayBeEmpty),
  };
  await runHook(folder, { command: 'close-origin', env, printed: /^(.* )?closed$/m, otherwise });
};
