import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { deterministicId, t } from '@portcullis/domain/kernel';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { deriveKey, newKey, type UnwrapFailure, unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { isSealedText, openText, sealText } from '../encryption/sealed-text.ts';

/** The position of a sealed text: a text that was sealed for one row and column does not open in another. */
export type TextContext = readonly [collection: string, row: string, column: string];

/** The keys of the service itself, and the encryption of texts that belong to no profile. */
export type ServiceKeys = {
  /** The 32 random bytes of this name. They are created with the first request and never change. */
  readonly keyNamed: (name: string) => TaskEither<Unavailable, Uint8Array>;
  /** Seals a text. Without a keyring it returns the text itself, which must not begin with `sealed:`. */
  readonly sealText: (context: TextContext, text: string) => TaskEither<Unavailable, string>;
  /** Opens a text. A text that was stored before there was a keyring is returned unchanged. */
  readonly openText: (context: TextContext, stored: string) => TaskEither<Unavailable, string>;
};

const ServiceKeyRow = t.type({ name: t.string, key_id: t.string, wrapped: t.string }, 'service key row');
type ServiceKeyRow = t.TypeOf<typeof ServiceKeyRow>;

/** The id of the row of a service key. It follows from the key's name, so that two writers create one row. */
const serviceKeyRowId = (name: string): string => deterministicId(`service_key/${name}`);

/** The encryption context of a wrapped service key. */
export const serviceKeyContext = (name: string): readonly string[] => ['service_keys', name, 'wrapped'];

/** Without the right key nothing opens. The outage names the missing key. */
export const missingKey = ({ _tag, keyId }: UnwrapFailure): Unavailable =>
  unavailable(
    'database',
    _tag === 'UnknownKey'
      ? `DATA_KEYS has no key ${keyId}`
      : `the key ${keyId} of DATA_KEYS is not the one that wrapped`,
    'rejected',
  );

const hex32 = /^[0-9a-f]{64}$/;

/** A key that is stored in plaintext; `null` for a text of another form. */
export const parseHexKey = (text: string): Uint8Array | null =>
  hex32.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : null;

const unwrapServiceKey = (keyring: Keyring | null, row: ServiceKeyRow): Either<Unavailable, Uint8Array> => {
  const { name, key_id: keyId, wrapped } = row;
  const plaintextKey = keyId === '' ? parseHexKey(wrapped) : null;
  if (plaintextKey !== null) return E.right(plaintextKey);
  if (keyring === null) return E.left(missingKey({ _tag: 'UnknownKey', keyId }));
  const key = unwrapKey(keyring, serviceKeyContext(name), { keyId, wrapped });
  return '_tag' in key ? E.left(missingKey(key)) : E.right(key);
};

/** The columns of a service key: wrapped, or in plaintext when there is no keyring. */
const serviceKeyColumns = (keyring: Keyring | null, name: string, key: Uint8Array) => {
  if (keyring === null) return { key_id: '', wrapped: Buffer.from(key).toString('hex') };
  const { keyId, wrapped } = wrapKey(keyring, serviceKeyContext(name), key);
  return { key_id: keyId, wrapped };
};

/** The stored key of a name. It is created when there is none. */
const storedKey = (
  driver: RecordDriver,
  keyring: Keyring | null,
  name: string,
): TaskEither<Unavailable, Uint8Array> => {
  const id = serviceKeyRowId(name);
  const read = getRow(driver, 'service_keys', id, ServiceKeyRow);
  /** Of several writers one succeeds, and the others read its row. */
  const created: TaskEither<Unavailable, ServiceKeyRow | null> = async () => {
    const row = { id, name, ...serviceKeyColumns(keyring, name, newKey()) };
    const written = await driver.transaction([{ kind: 'insert', table: 'service_keys', row }])();
    if (E.isRight(written)) return E.right(row);
    return written.left._tag === 'Unavailable' ? E.left(written.left) : read();
  };
  const lost = unavailable('database', `the service key ${name} was removed`, 'rejected');
  return pipe(
    read,
    TE.flatMap((row) => (row === null ? created : TE.right(row))),
    TE.flatMap((row) => TE.fromEither(row === null ? E.left(lost) : unwrapServiceKey(keyring, row))),
  );
};

/** The name of the key that seals texts that belong to no profile. */
const textKey = 'texts';

/** The service's own keys, wrapped by the keyring. Without a keyring they are stored in plaintext. */
export const serviceKeyStore = (driver: RecordDriver, keyring: Keyring | null): ServiceKeys => {
  const cache = new Map<string, Uint8Array>();

  const keyNamed: ServiceKeys['keyNamed'] = (name) => async () => {
    const kept = cache.get(name);
    if (kept !== undefined) return E.right(kept);
    const stored = await storedKey(driver, keyring, name)();
    if (E.isRight(stored)) cache.set(name, stored.right);
    return stored;
  };

  /** A derived key for each position, so that the total number of sealed texts has no limit. */
  const keyForContext = (context: TextContext): TaskEither<Unavailable, Uint8Array> =>
    pipe(
      keyNamed(textKey),
      TE.map((key) => deriveKey(key, context)),
    );

  return {
    keyNamed,
    sealText: (context, text) =>
      keyring === null
        ? TE.right(text)
        : pipe(
            keyForContext(context),
            TE.map((key) => sealText(key, context, text)),
          ),
    openText: (context, kept) => {
      if (!isSealedText(kept)) return TE.right(kept);
      if (keyring === null) return TE.left(unavailable('database', 'a sealed text, and no DATA_KEYS', 'rejected'));
      const opened = (key: Uint8Array): Either<Unavailable, string> => {
        const text = openText(key, context, kept);
        return text === null
          ? E.left(unavailable('database', `the text in ${context[0]}.${context[2]} does not open`, 'invalid_response'))
          : E.right(text);
      };
      return pipe(
        keyForContext(context),
        TE.flatMap((key) => TE.fromEither(opened(key))),
      );
    },
  };
};
