import { oneOf, t } from '../kernel/codec.ts';
import { IdCodec } from '../kernel/ids.ts';
import { actorTypes, entryKinds, type LedgerEntry } from '../ledger/entry.ts';
import { JsonObjectCodec } from './json-codec.ts';
import { type IdentityCodec, recordCodec } from './record-codec.ts';
import { hex64, nonNegativeInteger, reasonsCodec, statusCodec, timestamp } from './value-codecs.ts';

/** Decodes a ledger entry as it is stored or exported. It checks the form only; the chain verifier checks the hash. */
export const LedgerEntryCodec: IdentityCodec<LedgerEntry> = recordCodec(
  'ledger entry',
  {
    id: IdCodec,
    profile_id: IdCodec,
    seq: nonNegativeInteger,
    kind: oneOf(entryKinds),
    type: t.string,
    reasons: reasonsCodec,
    actor: recordCodec('actor', { type: oneOf(actorTypes), id: t.string }),
    data: JsonObjectCodec,
    occurred_at: timestamp,
    recorded_at: timestamp,
    prev_hash: hex64,
    hash: hex64,
  },
  { from: statusCodec, to: statusCodec, personal: JsonObjectCodec, personal_digest: hex64 },
);
