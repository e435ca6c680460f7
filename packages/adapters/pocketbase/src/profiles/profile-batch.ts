import { type Change, idFrom, type LedgerEntry, type Profile } from '@portcullis/domain';
import { rowsAt, type Write } from '../client/batch.ts';
import { columnText } from '../columns.ts';
import type { MadeKey } from '../sealing/data-keys.ts';
import { ledgerColumns } from '../sealing/ledger-row.ts';
import type { Digest } from '../sealing/sealing.ts';
import { isErased, profileColumns, type RowKeys } from './profile-row.ts';

/** A write that says what it is for, so that a refusal can be understood. */
export type ProfileWrite = Write & {
  readonly part: 'moved ledger' | 'moved profile' | 'added key' | 'added profile' | 'added ledger' | 'session';
};

/** A row's id follows from its place, so that the entry before can be named without having been read. */
export const ledgerRowId = (profileId: string, seq: number): string => idFrom(`ledger/${profileId}/${seq}`);

const ledgerWrite = (part: ProfileWrite['part'], entry: LedgerEntry, key: Uint8Array | null): ProfileWrite => {
  const { profile_id, seq, kind } = entry;
  return {
    part,
    method: 'POST',
    url: rowsAt('ledger'),
    body: {
      id: ledgerRowId(profile_id, seq),
      profile: profile_id,
      seq,
      kind,
      follows: seq === 1 ? '' : ledgerRowId(profile_id, seq - 1),
      ...ledgerColumns(entry, key),
    },
  };
};

/** How many of the newest sessions a change writes: a change opens one, and earlier changes have written theirs. */
const sessionsPerChange = 4;

/**
 * The sessions by which a profile is found. Written again they change nothing, because the id follows from both; a session
 * of another profile breaks the unique index and so the whole batch.
 */
const sessionWrites = ({ id, evidence }: Profile): readonly ProfileWrite[] => {
  const opened = evidence.flatMap((e) => (e.kind === 'liveness_session' ? [e.sessionId] : []));
  return opened.slice(-sessionsPerChange).map((sessionId) => ({
    part: 'session',
    method: 'PUT',
    url: rowsAt('liveness_sessions'),
    body: { id: idFrom(`session/${id}/${sessionId}`), session: columnText(sessionId), profile: id },
  }));
};

/** Once the data of a profile was destroyed, nothing of it is sealed any more: its key goes, and the row stays. */
const keyFor = (profile: Profile, keys: RowKeys): Uint8Array | null => (isErased(profile) ? null : (keys?.key ?? null));

/**
 * The entries come first: PocketBase runs a batch in order and in one transaction, so the profile row is touched only
 * after (profile, seq) was free and the entry before was there.
 */
export const movingWrites = ({ profile, entries }: Change, keys: RowKeys): readonly ProfileWrite[] => [
  ...entries.map((entry) => ledgerWrite('moved ledger', entry, keyFor(profile, keys))),
  { part: 'moved profile', method: 'PATCH', url: rowsAt('profiles', profile.id), body: profileColumns(profile, keys) },
  ...sessionWrites(profile),
];

/** The key comes first, because the row names it; then the profile, so that a taken key is what the refusal names. */
export const addingWrites = (
  { profile, entries }: Change,
  made: MadeKey | null,
  digest: Digest | null,
): readonly ProfileWrite[] => {
  const keys = made === null || digest === null ? null : { key: made.key, digest };
  const row = { id: profile.id, ...profileColumns(profile, keys) };
  return [
    ...(made === null
      ? []
      : [{ part: 'added key', method: 'POST', url: rowsAt('data_keys'), body: made.row } as const]),
    { part: 'added profile', method: 'POST', url: rowsAt('profiles'), body: row },
    ...entries.map((entry) => ledgerWrite('added ledger', entry, keyFor(profile, keys))),
    ...sessionWrites(profile),
  ];
};
