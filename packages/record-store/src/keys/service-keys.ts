import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { deriveKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { isSealedText, openText, sealText } from '../encryption/sealed-text.ts';
import type { SealedMarker } from './sealed-marker.ts';
import { newServiceKeyRow, plaintextKey, ServiceKeyRow, serviceKeyRowId, unwrapServiceKey } from './service-key-row.ts';

/** The position of a sealed text: a text that was sealed for one row and column does not open in another. */
export type TextContext = readonly [collection: string, row: string, column: string];

export type TextSealer = (context: TextContext, text: string) => string;

/** The keys of the service itself, and the encryption of texts that belong to no profile. */
export type ServiceKeys = {
  /** The 32 random bytes of this name. They are created with the first request and never change. */
  readonly keyNamed: (name: string) => TaskEither<Unavailable, Uint8Array>;
  /** Seals texts one after the other without a request for each; the contexts name their rows. */
  readonly textSealer: TaskEither<Unavailable, TextSealer>;
  /** Opens what `textSealer` has sealed; `null` for everything else. */
  readonly textOpener: TaskEither<Unavailable, (context: TextContext, sealed: string) => string | null>;
  /** Creates the keys that every sealed database has, where they are missing. */
  readonly createOwn: TaskEither<Unavailable, void>;
  /**
   * Seals a text. Without a keyring it returns the text itself, which must not begin with `sealed:`; a database in
   * which everything is sealed would not believe it, and it fails.
   */
  readonly sealText: (context: TextContext, text: string) => TaskEither<Unavailable, string>;
  /**
   * Opens a text. A text that was stored before there was a keyring is returned unchanged, until everything is sealed.
   */
  readonly openText: (context: TextContext, stored: string) => TaskEither<Unavailable, string>;
};

/**
 * The keys that every database has that was ever sealed. Once all is sealed, none is made in the place of a missing
 * one.
 */
const ownKeys: readonly string[] = ['lookup', 'texts', 'signing'];

/** The stored key of a name. It is created when there is none. */
const storedKey = (
  driver: RecordDriver,
  keyring: Keyring | null,
  marker: SealedMarker,
  name: string,
): TaskEither<Unavailable, Uint8Array> => {
  const read = getRow(driver, 'service_keys', serviceKeyRowId(name), ServiceKeyRow);
  const lost = unavailable('database', `the service key ${name} was removed`, 'rejected');
  /** Of several writers one succeeds, and the others read its row. */
  const created: TaskEither<Unavailable, ServiceKeyRow | null> = async () => {
    const row = newServiceKeyRow(keyring, name);
    const written = await driver.transaction([{ kind: 'insert', table: 'service_keys', row }])();
    if (E.isRight(written)) return E.right(row);
    return written.left._tag === 'Unavailable' ? E.left(written.left) : read();
  };
  /** Another instance may have created it and declared that all is sealed since it was read. */
  const createdUnlessSealed = ownKeys.includes(name)
    ? pipe(
        marker.isMarked,
        TE.flatMap((isSealed) => (isSealed ? read : created)),
      )
    : created;
  const keyOf = (row: ServiceKeyRow): TaskEither<Unavailable, Uint8Array> => {
    if (row.name !== name)
      return TE.left(unavailable('database', `the row of ${name} names ${row.name}`, 'invalid_response'));
    const clear = plaintextKey(row);
    return clear === null
      ? TE.fromEither(unwrapServiceKey(keyring, name, row))
      : pipe(
          marker.believeClear(`the service key ${name}`),
          TE.map(() => clear),
        );
  };
  return pipe(
    read,
    TE.flatMap((row) => (row === null ? createdUnlessSealed : TE.right(row))),
    TE.flatMap((row) => (row === null ? TE.left(lost) : keyOf(row))),
  );
};

/** The name of the key that seals texts that belong to no profile. */
const textKey = 'texts';

/** The service's own keys, wrapped by the keyring. Without a keyring they are stored in plaintext. */
export const serviceKeyStore = (driver: RecordDriver, keyring: Keyring | null, marker: SealedMarker): ServiceKeys => {
  const cache = new Map<string, Uint8Array>();

  const keyNamed: ServiceKeys['keyNamed'] = (name) => async () => {
    const kept = cache.get(name);
    if (kept !== undefined) return E.right(kept);
    const stored = await storedKey(driver, keyring, marker, name)();
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
    createOwn: async () => {
      for (const name of ownKeys) {
        const made = await keyNamed(name)();
        if (E.isLeft(made)) return made;
      }
      return E.right(undefined);
    },
    textSealer,
    textOpener,
    sealText: (context, text) =>
      keyring === null
        ? pipe(
            marker.refuseWithoutKeyring,
            TE.map(() => text),
          )
        : pipe(
            textSealer,
            TE.map((seal) => seal(context, text)),
          ),
    openText: (context, kept) => {
      const where = `the text in ${context[0]}.${context[2]}`;
      if (!isSealedText(kept))
        return pipe(
          marker.believeClear(where),
          TE.map(() => kept),
        );
      if (keyring === null) return TE.left(unavailable('database', 'a sealed text, and no DATA_KEYS', 'rejected'));
      const orFailure = (text: string | null): Either<Unavailable, string> =>
        text === null ? E.left(unavailable('database', `${where} does not open`, 'invalid_response')) : E.right(text);
      return pipe(
        textOpener,
        TE.flatMap((open) => TE.fromEither(orFailure(open(context, kept)))),
      );
    },
  };
};
