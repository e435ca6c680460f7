import { E, type LedgerEntry } from '@portcullis/domain';
import { decode, deterministicId, t } from '@portcullis/domain/kernel';
import { open } from '#record-store/encryption/envelope';
import { deriveKey, unwrapKey } from '#record-store/encryption/key-wrapping';
import { openText } from '#record-store/encryption/sealed-text';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';

/**
 * The encrypted data is decrypted with the keys of the service, but without the code of the adapter that encrypted it.
 */
const KeyRow = t.type({ key_id: t.string, wrapped: t.string });

/** The key is `null` when it cannot be unwrapped, and `undefined` when it was destroyed or never made. */
export type DataKey = Uint8Array | null | undefined;

export const keyRowId = (profileId: string): string => deterministicId(`data_key/${profileId}`);

const isDestroyed = (wrapped: string): boolean => /^0+$/.test(wrapped);

export const unwrapDataKey = (profileId: string, row: unknown): DataKey => {
  const found = decode(KeyRow, row);
  if (E.isLeft(found) || isDestroyed(found.right.wrapped)) return undefined;
  const { key_id: keyId, wrapped } = found.right;
  const key = unwrapKey(keyringInProduction, ['data_keys', profileId, 'wrapped'], { keyId, wrapped });
  return '_tag' in key ? null : key;
};

const ProfileRow = t.type({ id: t.string, data: t.unknown });
const Bound = t.type({ bound: t.string });
const Erased = t.type({ erased: t.string });
const Content = t.tuple([t.UnknownArray, t.unknown]);

/** The key of the service that seals what is left of erased profiles; it is found in the database by its name. */
export type TextKey = Uint8Array | null;

export const unwrapTextKey = (row: unknown): TextKey => {
  const found = decode(KeyRow, row);
  if (E.isLeft(found)) return null;
  const { key_id: keyId, wrapped } = found.right;
  const key = unwrapKey(keyringInProduction, ['service_keys', 'texts', 'wrapped'], { keyId, wrapped });
  return '_tag' in key ? null : key;
};

const openErased = (textKey: TextKey, id: string, sealed: string): string | null => {
  const context = ['profiles', id, 'erased'];
  return textKey && openText(deriveKey(textKey, context), context, sealed);
};

/** Decrypts the data of a row of `profiles` by the row of its key. Nothing is in plain text. */
export const decryptRowData = (row: unknown, keyRow: unknown, textKey: TextKey): unknown => {
  const profile = decode(ProfileRow, row);
  if (E.isLeft(profile)) return undefined;
  const { data, id } = profile.right;
  const erased = decode(Erased, data);
  const bound = decode(Bound, data);
  const key = unwrapDataKey(id, keyRow);
  const opened = E.isRight(bound) && key ? openText(key, ['profiles', id, 'bound'], bound.right.bound) : null;
  const text = E.isRight(erased) ? openErased(textKey, id, erased.right.erased) : opened;
  const content = text === null ? null : decode(Content, JSON.parse(text));
  return content !== null && E.isRight(content) ? content.right[1] : undefined;
};

/**
 * Says whether the personal part of an entry is stored apart and can be decrypted; it need not be decrypted when its
 * key was destroyed.
 */
export const isEntryReadable = (key: DataKey, entry: LedgerEntry, personal: string): boolean => {
  const { profile_id: id, seq } = entry;
  if (entry.personal !== undefined) return false;
  if (personal === '' || key === undefined) return true;
  return key !== null && openText(key, ['ledger', id, String(seq), 'personal'], personal) !== null;
};

/** Answers the decrypted bytes of a file, or `null`. */
export const decryptFile = (key: DataKey, profileId: string, fileId: string, stored: Uint8Array): Uint8Array | null =>
  key ? open(key, ['files', profileId, fileId, 'content'], stored) : null;
