import {
  E,
  type Either,
  idFrom,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import {
  derivedKey,
  isSealedText,
  type Keyring,
  newKey,
  openText,
  sealText,
  type UnwrapFault,
  unwrapKey,
  wrapKey,
} from '@portcullis/sealing';
import type { PocketbaseClient } from '../client/client.ts';
import { type Refused, unexplained } from '../client/failure.ts';

/** The position of a sealed text: a text that was sealed for one row and column does not open in another. */
export type TextPlace = readonly [collection: string, row: string, column: string];

/** The keys of the service itself, and the sealing of texts that belong to no profile. */
export type ServiceKeys = {
  /** The 32 random bytes of this name. They are created with the first request and never change. */
  readonly keyNamed: (name: string) => TaskEither<Unavailable, Uint8Array>;
  /** Seals a text. Without a keyring it returns the text itself, which must not begin with `sealed:`. */
  readonly sealText: (place: TextPlace, text: string) => TaskEither<Unavailable, string>;
  /** Opens a text. A text that was stored before there was a keyring is returned unchanged. */
  readonly openText: (place: TextPlace, kept: string) => TaskEither<Unavailable, string>;
};

const ServiceKeyRow = t.type({ name: t.string, key_id: t.string, wrapped: t.string }, 'service key row');
type ServiceKeyRow = t.TypeOf<typeof ServiceKeyRow>;

/** The id of the row of a service key. It follows from the key's name, so that two writers create one row. */
const serviceKeyRowId = (name: string): string => idFrom(`service_key/${name}`);

/** The encryption context of a wrapped service key. */
export const serviceKeyPlace = (name: string): readonly string[] => ['service_keys', name, 'wrapped'];

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

/** Without the right key nothing opens. The outage names the missing key. */
export const lacksKey = ({ _tag, keyId }: UnwrapFault): Unavailable =>
  unavailable(
    'database',
    _tag === 'UnknownKey'
      ? `DATA_KEYS has no key ${keyId}`
      : `the key ${keyId} of DATA_KEYS is not the one that wrapped`,
    'rejected',
  );

const hex32 = /^[0-9a-f]{64}$/;

/** A key that is stored in plaintext; `null` for a text of another form. */
export const hexKey = (text: string): Uint8Array | null =>
  hex32.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : null;

const keyIn = (keyring: Keyring | null, row: ServiceKeyRow): Either<Unavailable, Uint8Array> => {
  const { name, key_id: keyId, wrapped } = row;
  const clear = keyId === '' ? hexKey(wrapped) : null;
  if (clear !== null) return E.right(clear);
  if (keyring === null) return E.left(lacksKey({ _tag: 'UnknownKey', keyId }));
  const key = unwrapKey(keyring, serviceKeyPlace(name), { keyId, wrapped });
  return '_tag' in key ? E.left(lacksKey(key)) : E.right(key);
};

/** The columns of a service key: wrapped, or in plaintext when there is no keyring. */
const serviceKeyColumns = (keyring: Keyring | null, name: string, key: Uint8Array) => {
  if (keyring === null) return { key_id: '', wrapped: Buffer.from(key).toString('hex') };
  const { keyId, wrapped } = wrapKey(keyring, serviceKeyPlace(name), key);
  return { key_id: keyId, wrapped };
};

/** The stored key of a name. It is created when there is none. */
const storedKey = (client: PocketbaseClient, keyring: Keyring | null, name: string) => {
  const id = serviceKeyRowId(name);
  const read = client.call(ServiceKeyRow, (pb, options) => pb.collection('service_keys').getOne(id, options));
  /** Of several writers one succeeds. Its row is read, also when our own write got no response. */
  const made: TaskEither<Refused | Unavailable, ServiceKeyRow> = async () => {
    const row = { id, name, ...serviceKeyColumns(keyring, name, newKey()) };
    const written = await client.call(ServiceKeyRow, (pb, options) =>
      pb.collection('service_keys').create(row, options),
    )();
    return E.isLeft(written) && written.left._tag === 'Refused' ? read() : written;
  };
  return pipe(
    read,
    TE.orElse((failure) => (failure._tag === 'Refused' && failure.status === 404 ? made : TE.left(failure))),
    TE.mapLeft(asOutage),
    TE.flatMap((row) => TE.fromEither(keyIn(keyring, row))),
  );
};

/** The name of the key that seals texts that belong to no profile. */
const textKey = 'texts';

/** The service's own keys, wrapped by the keyring. Without a keyring they are stored in plaintext. */
export const pocketbaseServiceKeys = (client: PocketbaseClient, keyring: Keyring | null): ServiceKeys => {
  const known = new Map<string, Uint8Array>();

  const keyNamed: ServiceKeys['keyNamed'] = (name) => async () => {
    const kept = known.get(name);
    if (kept !== undefined) return E.right(kept);
    const stored = await storedKey(client, keyring, name)();
    if (E.isRight(stored)) known.set(name, stored.right);
    return stored;
  };

  /** A derived key for each position, so that the total number of sealed texts has no limit. */
  const keyOf = (place: TextPlace): TaskEither<Unavailable, Uint8Array> =>
    pipe(
      keyNamed(textKey),
      TE.map((key) => derivedKey(key, place)),
    );

  return {
    keyNamed,
    sealText: (place, text) =>
      keyring === null
        ? TE.right(text)
        : pipe(
            keyOf(place),
            TE.map((key) => sealText(key, place, text)),
          ),
    openText: (place, kept) => {
      if (!isSealedText(kept)) return TE.right(kept);
      if (keyring === null) return TE.left(unavailable('database', 'a sealed text, and no DATA_KEYS', 'rejected'));
      const opened = (key: Uint8Array): Either<Unavailable, string> => {
        const text = openText(key, place, kept);
        return text === null
          ? E.left(unavailable('database', `the text in ${place[0]}.${place[2]} does not open`, 'invalid_response'))
          : E.right(text);
      };
      return pipe(
        keyOf(place),
        TE.flatMap((key) => TE.fromEither(opened(key))),
      );
    },
  };
};
