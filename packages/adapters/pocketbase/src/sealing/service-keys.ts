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

/** Where a sealed text stands: sealed for one row and column, it does not open in another. */
export type TextPlace = readonly [collection: string, row: string, column: string];

/** The keys of the service itself, and what is sealed under one of them because it belongs to no profile. */
export type ServiceKeys = {
  /** The 32 random bytes of this name: made with the first question, the same for ever after. */
  readonly keyNamed: (name: string) => TaskEither<Unavailable, Uint8Array>;
  /** Without a keyring the text itself, which must not begin with `sealed:`. */
  readonly sealText: (place: TextPlace, text: string) => TaskEither<Unavailable, string>;
  /** A text that was kept before there was a keyring is answered as it is. */
  readonly openText: (place: TextPlace, kept: string) => TaskEither<Unavailable, string>;
};

const ServiceKeyRow = t.type({ name: t.string, key_id: t.string, wrapped: t.string }, 'service key row');
type ServiceKeyRow = t.TypeOf<typeof ServiceKeyRow>;

/** The row of a service key; its id follows from its name, so that two writers make one. */
const serviceKeyRowId = (name: string): string => idFrom(`service_key/${name}`);

/** What a wrapped service key is bound to. */
export const serviceKeyPlace = (name: string): readonly string[] => ['service_keys', name, 'wrapped'];

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

/** Without the right key nothing opens: the outage names the key that is wanted. */
export const lacksKey = ({ _tag, keyId }: UnwrapFault): Unavailable =>
  unavailable(
    'database',
    _tag === 'UnknownKey'
      ? `DATA_KEYS has no key ${keyId}`
      : `the key ${keyId} of DATA_KEYS is not the one that wrapped`,
    'rejected',
  );

const hex32 = /^[0-9a-f]{64}$/;

/** A key that stands in clear; `null` for a text of another form. */
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

/** The columns of a service key: wrapped, or in clear where there is no keyring. */
const serviceKeyColumns = (keyring: Keyring | null, name: string, key: Uint8Array) => {
  if (keyring === null) return { key_id: '', wrapped: Buffer.from(key).toString('hex') };
  const { keyId, wrapped } = wrapKey(keyring, serviceKeyPlace(name), key);
  return { key_id: keyId, wrapped };
};

/** The stored key of a name, made when there is none. */
const storedKey = (client: PocketbaseClient, keyring: Keyring | null, name: string) => {
  const id = serviceKeyRowId(name);
  const read = client.call(ServiceKeyRow, (pb, options) => pb.collection('service_keys').getOne(id, options));
  /** Of many who make one, one wins: its row is read, and so is one whose write got no answer. */
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

/** The name of the key under which texts are sealed that belong to no profile. */
const textKey = 'texts';

/** The service's own keys, wrapped by the keyring; without one they stand in the database in clear. */
export const pocketbaseServiceKeys = (client: PocketbaseClient, keyring: Keyring | null): ServiceKeys => {
  const known = new Map<string, Uint8Array>();

  const keyNamed: ServiceKeys['keyNamed'] = (name) => async () => {
    const kept = known.get(name);
    if (kept !== undefined) return E.right(kept);
    const stored = await storedKey(client, keyring, name)();
    if (E.isRight(stored)) known.set(name, stored.right);
    return stored;
  };

  /** A key for each place: how many texts are sealed altogether then does not matter. */
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
