import type { TaskEither, Unavailable } from '@portcullis/domain';
import type { Condition } from './condition.ts';
import type { TableName } from './tables.ts';

/** A row, or some columns of it. A read row has its `id`, unless it was read by certain `columns` only. */
export type Row = { readonly [column: string]: unknown };

/**
 * One write of a transaction. An inserted row without an `id` gets one from the driver: 15 characters a-z and 0-9. An
 * update, and an upsert of a row that exists, keep the columns that they do not name. `add` adds an amount, which may
 * be negative, to a number of the row with the `id` of `row`, or creates that row with it: of several writers none is
 * lost.
 */
export type Write =
  | { readonly kind: 'insert'; readonly table: TableName; readonly row: Row }
  | { readonly kind: 'update'; readonly table: TableName; readonly id: string; readonly columns: Row }
  | { readonly kind: 'upsert'; readonly table: TableName; readonly row: Row }
  | {
      readonly kind: 'add';
      readonly table: TableName;
      readonly row: Row;
      readonly column: string;
      readonly amount: number;
    }
  | { readonly kind: 'delete'; readonly table: TableName; readonly id: string };

/**
 * Why a transaction was rejected, by the position of the write that could not be made. `MissingReference` comes before
 * `NotUnique` when a row is both. `NotUnique` names the columns of at least one whole set that is taken, and may name
 * those of several.
 */
export type WriteRejection =
  | { readonly _tag: 'MissingReference'; readonly write: number; readonly columns: readonly string[] }
  | { readonly _tag: 'NotUnique'; readonly write: number; readonly columns: readonly string[] }
  | { readonly _tag: 'NoSuchRow'; readonly write: number };

/**
 * How long a statement of a call may take: as long as a `request` waits for it, as the `transfer` of a file takes, or
 * longer (`maintenance`), for commands and jobs. A `request` is assumed where nothing else is said.
 */
export type Deadline = 'request' | 'transfer' | 'maintenance';

type CallOptions = { readonly deadline?: Deadline };

/** `related` follows references; the rows that are found stand in `related` of the row, and no others. */
export type ReadOptions = CallOptions & {
  readonly related?: 'key' | 'profile.key';
  /** Only these columns are needed. */
  readonly columns?: readonly string[];
  /** `get` asks over a connection that is begun for it alone, which is not counted. Other reads ignore it. */
  readonly onNewConnection?: boolean;
};

export type PageQuery = ReadOptions & {
  readonly filter?: Condition;
  /** Columns, each preceded by `-` when it descends. Without one the order is the driver's. */
  readonly sort?: readonly string[];
  readonly limit: number;
};

/** Values of columns that can be compared. */
type Values = { readonly [column: string]: string | number };

/** An update of a row that has certain values. `numbered` rows get numbers with it, the first of them `from`. */
export type ConditionalUpdate = {
  readonly table: TableName;
  readonly id: string;
  readonly expected: Values;
  readonly columns: Values;
  readonly numbered?: {
    readonly table: TableName;
    readonly column: string;
    readonly ids: readonly string[];
    readonly from: number;
  };
};

/** The maximum number of rows that one update numbers. */
export const maxNumbered = 150;

/** The bytes of a file, as they are to be stored. `name` holds nothing that a client sent. */
export type Blob = { readonly bytes: Uint8Array; readonly contentType: string; readonly name: string };

/** A row of `files`, as far as its bytes are found by it: an object store has them where there is an `object_key`. */
export type StoredBlob = { readonly id: string; readonly content: string; readonly object_key?: string | undefined };

/** The maximum number of writes in one transaction. */
export const maxWrites = 50;

/**
 * A database engine, as the record store needs it. It stores what it is given and interprets nothing: what is
 * encrypted, erased and rotated is decided above it. No statement is waited for beyond its deadline; a write without an
 * answer in time is `Unavailable`, and may have been executed. A task does nothing before it is run, and can be run
 * again. Every driver passes the suites of `@portcullis/contracts`.
 */
export type RecordDriver = {
  /**
   * Executes all of the writes in their order, or none of them. A rejected one was not executed. None are a success.
   */
  readonly transaction: (
    writes: readonly Write[],
    options?: CallOptions,
  ) => TaskEither<WriteRejection | Unavailable, void>;
  /**
   * Updates a row, and numbers others, in one step, if the row has the values that are expected. Answers whether it
   * had them; otherwise nothing is written. A row that has a number keeps it.
   */
  readonly updateIf: (update: ConditionalUpdate) => TaskEither<Unavailable, boolean>;
  /**
   * The first rows of `ledger` whose `place` is 0, by profile and seq: their `id`, `profile`, `seq`, and the `hash` in
   * their data. A row without such a hash is not among them.
   */
  readonly entriesWithoutPlace: (limit: number) => TaskEither<Unavailable, readonly Row[]>;
  /** The row with this id; `null` when the engine says that there is none, which is believed after `page` agrees. */
  readonly get: (table: TableName, id: string, options?: ReadOptions) => TaskEither<Unavailable, Row | null>;
  /** The first rows that a filter selects. */
  readonly page: (table: TableName, query: PageQuery) => TaskEither<Unavailable, readonly Row[]>;
  /** How many rows a filter selects. Its deadline is that of `maintenance`. */
  readonly count: (table: TableName, filter: Condition) => TaskEither<Unavailable, number>;
  /**
   * At most `limit` values of a column that follow `after`, in order and each once, without reading the rows. Fewer do
   * not mean that there are no more; none does.
   */
  readonly distinct: (
    table: TableName,
    column: string,
    after: string | null,
    limit: number,
  ) => TaskEither<Unavailable, readonly string[]>;
  /** Inserts a row of `files` with its bytes, and answers it as it was stored. One of several writers succeeds. */
  readonly putBlob: (row: Row, blob: Blob) => TaskEither<WriteRejection | Unavailable, Row>;
  /** The bytes of a row of `files` that was read; `null` when they are gone. */
  readonly getBlob: (row: StoredBlob) => TaskEither<Unavailable, Uint8Array | null>;
  /** Removes a row of `files` and its bytes. */
  readonly removeBlob: (id: string) => TaskEither<WriteRejection | Unavailable, void>;
  /**
   * Removes all files of a profile, rows and bytes, and the bytes that an interrupted removal left of the files with
   * these ids, whose rows are gone. A file of another profile remains. Called again after a crash it continues. A row
   * that was listed and is then said to be gone is believed after `believeMissing`.
   */
  readonly removeBlobs: (profileId: string, ids: readonly string[]) => TaskEither<Unavailable, void>;
  /**
   * Whether the engine may hold copies of a row's earlier content that an update of it does not reach. `true` when
   * unsure.
   */
  readonly mayHoldCopies: (table: TableName, id: string) => TaskEither<Unavailable, boolean>;
  /**
   * Removes deleted and overwritten data from the engine's files: all of it (`rewrite`), or what is not yet in its
   * final place. `attempts` says how often it is tried while others prevent it.
   */
  readonly purge: (rewrite: boolean, attempts?: number) => TaskEither<Unavailable, void>;
  /** The bytes of the files of its rows, and how many of them are free; `null` where the engine does not say. */
  readonly size: TaskEither<Unavailable, { readonly bytes: number; readonly freeBytes: number } | null>;
  /** How many connections to the engine were begun so far. Another database can only be behind a later one. */
  readonly connections: () => number;
  /**
   * Has something asked before each later write, at the moment when its connection is known and nothing was sent over
   * it: `null` sends the write, and a task sends it once it has succeeded. A failure of the task is that of the write.
   */
  readonly beforeWrites: (ask: () => TaskEither<Unavailable, void> | null) => void;
};
