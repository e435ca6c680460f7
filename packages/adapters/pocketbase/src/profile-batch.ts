import { type Change, idFrom, type LedgerEntry, type Profile, t } from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { columnText } from './columns.ts';
import { profileColumns } from './profile-row.ts';

/** One write of a batch; `part` says what it is for, so that a refusal can be understood. */
type Write = {
  readonly part: 'moved ledger' | 'moved profile' | 'added profile' | 'added ledger' | 'session';
  readonly method: 'POST' | 'PATCH' | 'PUT';
  readonly url: string;
  readonly body: { readonly [column: string]: unknown };
};

/** A row's id follows from its place, so that the entry before can be named without having been read. */
const ledgerRowId = (profileId: string, seq: number): string => idFrom(`ledger/${profileId}/${seq}`);

const records = (collection: string, id?: string): string =>
  `/api/collections/${collection}/records${id === undefined ? '' : `/${id}`}?fields=id`;

const ledgerWrite = (part: Write['part'], { profile_id, seq, kind }: LedgerEntry, data: LedgerEntry): Write => ({
  part,
  method: 'POST',
  url: records('ledger'),
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
const sessionWrites = ({ id, evidence }: Profile): readonly Write[] => {
  const opened = evidence.flatMap((e) => (e.kind === 'liveness_session' ? [e.sessionId] : []));
  return opened.slice(-sessionsPerChange).map((sessionId) => ({
    part: 'session',
    method: 'PUT',
    url: records('liveness_sessions'),
    body: { id: idFrom(`session/${id}/${sessionId}`), session: columnText(sessionId), profile: id },
  }));
};

/**
 * The entries come first: PocketBase runs a batch in order and in one transaction, so the profile row is touched only
 * after (profile, seq) was free and the entry before was there.
 */
export const movingWrites = ({ profile, entries }: Change): readonly Write[] => [
  ...entries.map((entry) => ledgerWrite('moved ledger', entry, entry)),
  { part: 'moved profile', method: 'PATCH', url: records('profiles', profile.id), body: profileColumns(profile) },
  ...sessionWrites(profile),
];

/** The profile comes first, so that a taken key is what the refusal names. */
export const addingWrites = ({ profile, entries }: Change): readonly Write[] => [
  {
    part: 'added profile',
    method: 'POST',
    url: records('profiles'),
    body: { id: profile.id, ...profileColumns(profile) },
  },
  ...entries.map((entry) => ledgerWrite('added ledger', entry, entry)),
  ...sessionWrites(profile),
];

const Written = t.readonlyArray(t.type({ status: t.number, body: t.type({ id: t.string }) }), 'batch answer');

/** Sends writes as one transaction. All of them happened when it answers, none of them when it refuses. */
export const sendBatch = (client: PocketbaseClient, writes: readonly Write[]) =>
  client.call(Written, (pb, options) =>
    pb.send('/api/batch', {
      ...options,
      method: 'POST',
      body: { requests: writes.map(({ method, url, body }) => ({ method, url, body })) },
    }),
  );

export type { Write };
