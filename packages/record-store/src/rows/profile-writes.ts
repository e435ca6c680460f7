import type { Profile } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import type { ProfileChange } from '@portcullis/domain/ports';
import { partnerEvents } from '@portcullis/events/ports';
import type { Write } from '../driver/record-driver.ts';
import type { NewDataKey } from '../keys/data-keys.ts';
import type { LookUpDigest } from '../keys/record-encryption.ts';
import { encodeColumnText } from './column-text.ts';
import { eventColumns, ledgerWrite } from './ledger-row.ts';
import { profileColumns, type RowEncryption } from './profile-row.ts';
import { storedBytesName, usageAddition } from './usage-row.ts';

/** A write with its purpose, so that a rejection can be interpreted. */
export type ProfileWrite = {
  readonly purpose:
    | 'moved ledger'
    | 'moved profile'
    | 'added key'
    | 'added profile'
    | 'added ledger'
    | 'session'
    | 'usage';
  readonly write: Write;
};

/** The entries of a change, with the events that they are. */
const ledgerWrites = (
  purpose: ProfileWrite['purpose'],
  { entries, profile }: ProfileChange,
  key: Uint8Array | null,
): readonly ProfileWrite[] => {
  const events = partnerEvents(entries, profile.status);
  return entries.map((entry, n) => {
    const event = events[n] ?? null;
    return { purpose, write: ledgerWrite(entry, key, event === null ? {} : eventColumns(event, profile.tenant)) };
  });
};

/**
 * How many of the newest sessions a change writes. A change opens one session, and earlier changes have written theirs.
 */
const sessionsPerChange = 4;

/**
 * Writes the sessions by which a profile is found. A repeated write changes nothing, because the id follows from both;
 * a session of another profile violates the unique index and so rejects the whole transaction.
 */
const sessionWrites = ({ id, evidence }: Profile): readonly ProfileWrite[] => {
  const opened = evidence.flatMap((e) => (e.kind === 'liveness_session' ? [e.sessionId] : []));
  return opened.slice(-sessionsPerChange).map((sessionId) => ({
    purpose: 'session',
    write: {
      kind: 'upsert',
      table: 'liveness_sessions',
      row: { id: deterministicId(`session/${id}/${sessionId}`), session: encodeColumnText(sessionId), profile: id },
    },
  }));
};

/** Adds to what the files of the partner take, where the change makes that more or less. */
const usageWrites = ({ bytes = 0, profile }: ProfileChange): readonly ProfileWrite[] =>
  bytes === 0
    ? []
    : [
        {
          purpose: 'usage',
          write: usageAddition({ name: storedBytesName, day: '', partnerId: profile.tenant.partnerId }, bytes),
        },
      ];

/**
 * The key for a profile's writes. After the data of a profile was destroyed nothing of it is sealed any more: its key
 * is destroyed, and the row remains.
 */
const encryptionKeyFor = (keys: RowEncryption): Uint8Array | null => ('sealErased' in keys ? null : keys.key);

/**
 * The writes that update a profile. The entries come first: a driver executes the writes in order and in one
 * transaction, so the profile row is updated only after (profile, seq) was free and the previous entry existed.
 */
export const updateWrites = (change: ProfileChange, keys: RowEncryption): readonly ProfileWrite[] => {
  const { profile } = change;
  return [
    ...ledgerWrites('moved ledger', change, encryptionKeyFor(keys)),
    {
      purpose: 'moved profile',
      write: { kind: 'update', table: 'profiles', id: profile.id, columns: profileColumns(profile, keys) },
    },
    ...sessionWrites(profile),
    ...usageWrites(change),
  ];
};

/**
 * The writes that create a profile. The key comes first, because the row refers to it; then the profile, so that a
 * rejection names the key that is taken.
 */
export const insertWrites = (
  change: ProfileChange,
  made: NewDataKey,
  digest: LookUpDigest,
): readonly ProfileWrite[] => {
  const { profile } = change;
  const keys = { key: made.key, digest };
  const row = { id: profile.id, ...profileColumns(profile, keys) };
  return [
    { purpose: 'added key', write: { kind: 'insert', table: 'data_keys', row: made.row } },
    { purpose: 'added profile', write: { kind: 'insert', table: 'profiles', row } },
    ...ledgerWrites('added ledger', change, encryptionKeyFor(keys)),
    ...sessionWrites(profile),
  ];
};
