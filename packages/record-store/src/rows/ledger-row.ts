import { E, type Either, type LedgerEntry, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { JsonObjectCodec, LedgerEntryCodec } from '@portcullis/domain/serialization';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

/** A row of `ledger`: the entry, and beside it its erasable part where that is sealed. */
export const LedgerRow = t.intersection(
  [t.type({ data: LedgerEntryCodec }), t.partial({ personal: t.string })],
  'ledger row',
);
export type LedgerRow = t.TypeOf<typeof LedgerRow>;

type Position = Pick<LedgerEntry, 'profile_id' | 'seq'>;

const contextOf = ({ profile_id, seq }: Position): EncryptionContext => ['ledger', profile_id, String(seq), 'personal'];

/** Seals the erasable part of an entry with the key of its profile. */
export const sealPersonal = (key: Uint8Array, position: Position, personal: unknown): string =>
  sealText(key, contextOf(position), JSON.stringify(personal));

/**
 * The columns of an entry. The hashed part stays in plaintext, so that a chain can be verified without a key; the
 * erasable part is sealed when there is a key.
 */
export const ledgerColumns = (entry: LedgerEntry, key: Uint8Array | null) => {
  const { personal, ...hashed } = entry;
  if (key === null || personal === undefined) return { data: entry, personal: '' };
  return { data: hashed, personal: sealPersonal(key, entry, personal) };
};

/**
 * The entry of a row with its sealed part opened; without the sealed part when there is no key (`null`: it was
 * destroyed).
 */
export const entryOfRow =
  (key: Uint8Array | null) =>
  ({ data, personal: sealed = '' }: LedgerRow): Either<Unavailable, LedgerEntry> => {
    if (sealed === '' || key === null) return E.right(data);
    const text = openText(key, contextOf(data), sealed);
    const personal = text === null ? null : decode(JsonObjectCodec, parseJson(text));
    if (personal !== null && E.isRight(personal)) return E.right({ ...data, personal: personal.right });
    const cause = `entry ${data.seq} of profile ${data.profile_id} does not open`;
    return E.left(unavailable('database', cause, 'invalid_response'));
  };
