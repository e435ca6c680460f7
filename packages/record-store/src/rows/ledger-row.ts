import { E, type Either, type LedgerEntry, type Tenant, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, deterministicId, parseJson, t } from '@portcullis/domain/kernel';
import { JsonObjectCodec, LedgerEntryCodec } from '@portcullis/domain/serialization';
import { encodeEvent, endpointEventOf, type PartnerEvent } from '@portcullis/events/ports';
import type { Write } from '../driver/record-driver.ts';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';
import { encodeColumnText } from './column-text.ts';

/** A row of `ledger`: the entry, beside it its erasable part, which is sealed, and columns of the entry. */
export const LedgerRow = t.intersection([
  t.type({ profile: t.string, seq: t.number, kind: t.string, data: LedgerEntryCodec }),
  t.partial({ personal: t.string }),
]);
export type LedgerRow = t.TypeOf<typeof LedgerRow>;

type Position = Pick<LedgerEntry, 'profile_id' | 'seq'>;

const contextOf = ({ profile_id, seq }: Position): EncryptionContext => ['ledger', profile_id, String(seq), 'personal'];

/** Seals the erasable part of an entry with the key of its profile. */
const sealPersonal = (key: Uint8Array, position: Position, personal: unknown): string =>
  sealText(key, contextOf(position), JSON.stringify(personal));

/**
 * The columns of an entry. The hashed part stays in plaintext, so that a chain can be verified without a key; the
 * erasable part is sealed, or left out where the key was destroyed (`null`).
 */
const ledgerColumns = (entry: LedgerEntry, key: Uint8Array | null) => {
  const { personal, ...hashed } = entry;
  return { data: hashed, personal: key === null || personal === undefined ? '' : sealPersonal(key, entry, personal) };
};

const damagedEntry = ({ seq, profile_id }: Position, what: string): Either<Unavailable, never> =>
  E.left(damagedRecord(`entry ${seq} of profile ${profile_id} ${what}`));

/** Whether the columns by which an entry is found are those of the entry. Another profile's is left to the verifier. */
const hasOwnKind = ({ data, kind }: LedgerRow): boolean => kind === data.kind;

/**
 * The entry of a row with its sealed part opened; without the sealed part when there is no key (`null`: it was
 * destroyed).
 */
export const entryOfRow =
  (key: Uint8Array | null) =>
  (row: LedgerRow): Either<Unavailable, LedgerEntry> => {
    const { data, personal: sealed = '' } = row;
    if (!hasOwnKind(row)) return damagedEntry(data, 'has another kind than its row');
    if (data.personal !== undefined) return damagedEntry(data, 'is in clear');
    if (sealed === '' || key === null) return E.right(data);
    const text = openText(key, contextOf(data), sealed);
    const personal = text === null ? null : decode(JsonObjectCodec, parseJson(text));
    if (personal !== null && E.isRight(personal)) return E.right({ ...data, personal: personal.right });
    return damagedEntry(data, 'does not open');
  };

/** The columns of an entry for a partner: its feed and its text. */
type EventColumns = { readonly partner_key?: string; readonly event?: string };

export const eventColumns = (event: PartnerEvent, { partnerId, teamId }: Tenant): EventColumns => ({
  partner_key: encodeColumnText(partnerId),
  event: encodeEvent({ event, teamId }),
});

/** The id of a row follows from its position, so that the previous entry can be named without having been read. */
export const ledgerRowId = (profileId: string, seq: number): string => deterministicId(`ledger/${profileId}/${seq}`);

/** Inserts an entry of a profile, whose key seals what is personal in it. */
export const ledgerWrite = (entry: LedgerEntry, key: Uint8Array | null, event: EventColumns): Write => {
  const { profile_id, seq, kind } = entry;
  return {
    kind: 'insert',
    table: 'ledger',
    row: {
      id: ledgerRowId(profile_id, seq),
      profile: profile_id,
      seq,
      kind,
      follows: seq === 1 ? '' : ledgerRowId(profile_id, seq - 1),
      ...ledgerColumns(entry, key),
      ...event,
    },
  };
};

/**
 * Inserts an entry of an endpoint, or of something else that staff look after, whose id stands in the place of a
 * profile's. Nothing in it is personal.
 */
export const endpointEntryWrite = (entry: LedgerEntry): Write => {
  const recorded = endpointEventOf(entry);
  return ledgerWrite(entry, null, recorded === null ? {} : eventColumns(recorded.event, recorded.tenant));
};
