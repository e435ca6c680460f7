import { type Change, idFrom, type LedgerEntry, type Profile } from '@portcullis/domain';
import { rowsAt, type Write } from './client/batch.ts';
import { columnText } from './columns.ts';
import { profileColumns } from './profile-row.ts';

/** A write that says what it is for, so that a refusal can be understood. */
export type ProfileWrite = Write & {
  readonly part: 'moved ledger' | 'moved profile' | 'added profile' | 'added ledger' | 'session';
};

/** A row's id follows from its place, so that the entry before can be named without having been read. */
const ledgerRowId = (profileId: string, seq: number): string => idFrom(`ledger/${profileId}/${seq}`);

const ledgerWrite = (
  part: ProfileWrite['part'],
  { profile_id, seq, kind }: LedgerEntry,
  data: LedgerEntry,
): ProfileWrite => ({
  part,
  method: 'POST',
  url: rowsAt('ledger'),
  body: {
    id: ledgerRowId(profile_id, seq),
    profile: profile_id,
    seq,
    kind,
    data,
    follows: seq === 1 ? '' : ledgerRowId(profile_id, seq - 1),
  },
});

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

/**
 * The entries come first: PocketBase runs a batch in order and in one transaction, so the profile row is touched only
 * after (profile, seq) was free and the entry before was there.
 */
export const movingWrites = ({ profile, entries }: Change): readonly ProfileWrite[] => [
  ...entries.map((entry) => ledgerWrite('moved ledger', entry, entry)),
  { part: 'moved profile', method: 'PATCH', url: rowsAt('profiles', profile.id), body: profileColumns(profile) },
  ...sessionWrites(profile),
];

/** The profile comes first, so that a taken key is what the refusal names. */
export const addingWrites = ({ profile, entries }: Change): readonly ProfileWrite[] => [
  {
    part: 'added profile',
    method: 'POST',
    url: rowsAt('profiles'),
    body: { id: profile.id, ...profileColumns(profile) },
  },
  ...entries.map((entry) => ledgerWrite('added ledger', entry, entry)),
  ...sessionWrites(profile),
];
