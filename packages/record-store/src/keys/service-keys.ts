import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, isOfOneRecord, withOutageCause } from '@portcullis/domain/kernel';
import { oneOfTexts } from '../driver/condition.ts';
import { getRow, IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { deriveKey } from '../encryption/key-wrapping.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';
import type { Keyring } from './keyring.ts';
import {
  lostKey,
  newServiceKeyRow,
  type OwnKey,
  ownKeys,
  ServiceKeyRow,
  serviceKeyRowId,
  unwrapServiceKey,
} from './service-key-row.ts';

/** The position of a sealed text: a text that was sealed for one row and column does not open in another. */
export type TextContext = readonly [collection: string, row: string, column: string];

export type TextSealer = (context: TextContext, text: string) => string;

/** The keys of the service itself, and the encryption of texts that belong to no profile. */
export type ServiceKeys = {
  /**
   * The 32 random bytes of this name, which never change. A new database gets all of them together, with the first
   * request, so that they also tell whether a process has the keys of the database.
   */
  readonly keyNamed: (name: OwnKey) => TaskEither<Unavailable, Uint8Array>;
  /** Opens all of them. */
  readonly openOwn: TaskEither<Unavailable, void>;
  /** Seals texts one after the other without a request for each; the contexts name their rows. */
  readonly textSealer: TaskEither<Unavailable, TextSealer>;
  /** Opens what `textSealer` has sealed; `null` for everything else. */
  readonly textOpener: TaskEither<Unavailable, (context: TextContext, sealed: string) => string | null>;
  /** Seals a text. */
  readonly sealText: (context: TextContext, text: string) => TaskEither<Unavailable, string>;
  /** Opens a text. One that is in clear, or that was sealed in another place, is damage. */
  readonly openText: (context: TextContext, stored: string) => TaskEither<Unavailable, string>;
};

/** Tables that have a row only after something was sealed. */
const sealedTables: readonly TableName[] = [
  'service_keys',
  'data_keys',
  'policies',
  'policy_drafts',
  'clients',
  'staff_members',
  'webhook_endpoints',
  'sighting_keys',
  'sighting_lists',
  'access_log',
];

/** Whether nothing was sealed in a database yet. */
const isNew =
  (driver: RecordDriver): TaskEither<Unavailable, boolean> =>
  async () => {
    for (const table of sealedTables) {
      const found = await pageOfRows(driver, table, IdRow, { columns: ['id'], limit: 1 })();
      if (E.isLeft(found)) return found;
      if (found.right.length > 0) return E.right(false);
    }
    return E.right(true);
  };

/**
 * Whether a database holds something, and lacks a key of the service. The keys come before everything else and all
 * together, so that they are counted last: between the two looks another instance may have made them.
 */
export const hasLostKeys =
  (driver: RecordDriver): TaskEither<Unavailable, boolean> =>
  async () => {
    const isEmpty = await isNew(driver)();
    if (E.isLeft(isEmpty)) return isEmpty;
    if (isEmpty.right) return E.right(false);
    const count = await driver.count('service_keys', oneOfTexts('name', ownKeys))();
    return E.isLeft(count) ? count : E.right(count.right !== ownKeys.length);
  };

/**
 * Makes the keys of a new database in one transaction: of several writers one succeeds, and the others read its keys.
 * In a database that holds something a key was removed, and none takes its place.
 */
const makeIfNew = (driver: RecordDriver, keyring: Keyring): TaskEither<Unavailable, void> => {
  const insert = async (): Promise<Either<WriteRejection | Unavailable, void>> => {
    const rows = ownKeys.map((name) => newServiceKeyRow(keyring, name));
    return driver.transaction(rows.map((row) => ({ kind: 'insert', table: 'service_keys', row }) as const))();
  };
  const made = pipe(
    keyring.keep,
    TE.flatMap(() => insert),
    TE.orElse((failure) => (failure._tag === 'Unavailable' ? TE.left(failure) : TE.right(undefined))),
  );
  return pipe(
    isNew(driver),
    TE.flatMap((is) => (is ? made : TE.right(undefined))),
  );
};

/** A row of a key that does not open is an outage of every row, and no damage of one. */
const ofEveryRow = (failure: Unavailable): Unavailable =>
  isOfOneRecord(failure) ? withOutageCause(failure, 'service_key_lost') : failure;

/** Whether a key of the service is gone or does not open. */
export const isOfLostKey = ({ outageCause }: Unavailable): boolean => outageCause === 'service_key_lost';

/** The stored key of a name. */
const storedKey = (driver: RecordDriver, keyring: Keyring, name: OwnKey): TaskEither<Unavailable, Uint8Array> => {
  const read = getRow(driver, 'service_keys', serviceKeyRowId(name), ServiceKeyRow);
  const made = pipe(
    makeIfNew(driver, keyring),
    TE.flatMap(() => read),
  );
  const lost = lostKey(`the service key ${name} was removed`);
  const keyOf = (row: ServiceKeyRow): Either<Unavailable, Uint8Array> =>
    row.name === name ? unwrapServiceKey(keyring, name, row) : E.left(lostKey(`the row of ${name} names ${row.name}`));
  return pipe(
    read,
    TE.flatMap((row) => (row === null ? made : TE.right(row))),
    TE.flatMap((row) => TE.fromEither(row === null ? E.left(lost) : keyOf(row))),
    TE.mapLeft(ofEveryRow),
  );
};

/** The name of the key that seals texts that belong to no profile. */
const textKey = 'texts';

/** The service's own keys, wrapped by the keyring. */
export const serviceKeyStore = (driver: RecordDriver, keyring: Keyring): ServiceKeys => {
  const cache = new Map<string, Uint8Array>();

  const keyNamed: ServiceKeys['keyNamed'] = (name) => async () => {
    const kept = cache.get(name);
    if (kept !== undefined) return E.right(kept);
    const stored = await storedKey(driver, keyring, name)();
    if (E.isRight(stored)) cache.set(name, stored.right);
    return stored;
  };

  // A derived key for each position, so that the total number of sealed texts has no limit.
  const textSealer: ServiceKeys['textSealer'] = pipe(
    keyNamed(textKey),
    TE.map((key) => (context: TextContext, text: string) => sealText(deriveKey(key, context), context, text)),
  );
  const textOpener: ServiceKeys['textOpener'] = pipe(
    keyNamed(textKey),
    TE.map((key) => (context: TextContext, sealed: string) => openText(deriveKey(key, context), context, sealed)),
  );

  return {
    keyNamed,
    openOwn: async () => {
      for (const name of ownKeys) {
        const opened = await keyNamed(name)();
        if (E.isLeft(opened)) return opened;
      }
      return E.right(undefined);
    },
    textSealer,
    textOpener,
    sealText: (context, text) =>
      pipe(
        textSealer,
        TE.map((seal) => seal(context, text)),
      ),
    openText: (context, kept) => {
      const damage = damagedRecord(`the text in ${context[0]}.${context[2]} does not open`);
      return pipe(
        textOpener,
        TE.flatMap((open) => {
          const text = open(context, kept);
          return text === null ? TE.left(damage) : TE.right(text);
        }),
      );
    },
  };
};
