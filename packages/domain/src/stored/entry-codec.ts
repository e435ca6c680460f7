import { oneOf, t } from '../codec.ts';
import { IdCodec } from '../ids.ts';
import { actorTypes, entryKinds, type LedgerEntry } from '../ledger/entry.ts';
import { JsonObjectCodec } from './json-codec.ts';
import { row, type Stored } from './row.ts';
import { count, hex64, reasonWords, statusWord, time } from './words.ts';

/** Decodes a ledger entry as it is stored or exported. It checks the form only; the chain verifier checks the hash. */
export const LedgerEntryCodec: Stored<LedgerEntry> = row(
  'ledger entry',
  {
    id: IdCodec,
    profile_id: IdCodec,
    seq: count,
    kind: oneOf(entryKinds),
    type: t.string,
    reasons: reasonWords,
    actor: row('actor', { type: oneOf(actorTypes), id: t.string }, {}),
    data: JsonObjectCodec,
    occurred_at: time,
    recorded_at: time,
    prev_hash: hex64,
    hash: hex64,
  },
  { from: statusWord, to: statusWord, note: t.string, personal: JsonObjectCodec, personal_digest: hex64 },
);
