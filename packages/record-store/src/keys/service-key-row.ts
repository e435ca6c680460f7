import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { deterministicId, t, withOutageCause } from '@portcullis/domain/kernel';
import { newKey, type UnwrapFailure, unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from './keyring.ts';

export const ServiceKeyRow = t.type({ name: t.string, key_id: t.string, wrapped: t.string });
export type ServiceKeyRow = t.TypeOf<typeof ServiceKeyRow>;

/** The keys that a service has of its own: for digests, for texts that belong to no profile, and for signatures. */
export const ownKeys = ['lookup', 'texts', 'signing'] as const;
export type OwnKey = (typeof ownKeys)[number];

/** The id of the row of a service key. It follows from the key's name, so that two writers create one row. */
export const serviceKeyRowId = (name: string): string => deterministicId(`service_key/${name}`);

/** The encryption context of a wrapped service key. */
export const serviceKeyContext = (name: string): readonly string[] => ['service_keys', name, 'wrapped'];

/** Without a key of the service nothing opens. */
export const lostKey = (cause: string): Unavailable =>
  withOutageCause(unavailable('database', cause, 'rejected'), 'service_key_lost');

/** The outage names the missing key. */
export const missingKey = ({ _tag, keyId }: UnwrapFailure): Unavailable =>
  lostKey(
    _tag === 'UnknownKey'
      ? `the service has no data key ${keyId}`
      : `the data key ${keyId} of the service is not the one that wrapped`,
  );

/** The wrapped key of the row with this name. */
export const unwrapServiceKey = (
  keyring: Keyring,
  name: OwnKey,
  { key_id: keyId, wrapped }: ServiceKeyRow,
): Either<Unavailable, Uint8Array> => {
  const key = unwrapKey(keyring, serviceKeyContext(name), { keyId, wrapped });
  return '_tag' in key ? E.left(missingKey(key)) : E.right(key);
};

/** A row with a new key of this name. */
export const newServiceKeyRow = (keyring: Keyring, name: OwnKey): ServiceKeyRow & { readonly id: string } => {
  const { keyId, wrapped } = wrapKey(keyring, serviceKeyContext(name), newKey());
  return { id: serviceKeyRowId(name), name, key_id: keyId, wrapped };
};
