import type { RecordInspector } from '@portcullis/backoffice/ports';
import {
  E,
  type LedgerEntry,
  type LedgerReader,
  notFound,
  type Profile,
  type ProfileId,
  type ProfileStore,
  TE,
} from '@portcullis/domain';
import type { EntryDraft } from '#domain/ledger/chain';

/** When the entries of a ledger that is examined were recorded. */
export const recordedAt = '2026-05-01T10:00:01.000Z';

export const happened: EntryDraft = {
  kind: 'verification_event',
  type: 'thing.happened',
  reasons: [],
  actor: { type: 'system', id: 'portcullis' },
  data: {},
  occurred_at: recordedAt,
};
export const created: EntryDraft = { ...happened, kind: 'status_change', type: 'created', to: 'created' };

/** The ids of profiles in their order. */
export const idOf = (n: number): ProfileId => `profile${String(n).padStart(8, '0')}`;

/** Rows beside the profiles with which nothing is wrong. */
export const nothingWrong: RecordInspector = {
  besideProfile: () => TE.right([]),
  eventsOfEndpoint: () => TE.right([]),
  filesOf: () => TE.right([]),
  ofService: () => TE.right([]),
};

/** Profiles and entries that a test damages as it likes, and the ports by which they are examined. */
export const examinedRecords = () => {
  const profiles = new Map<ProfileId, Profile>();
  const entries = new Map<ProfileId, readonly LedgerEntry[]>();
  const following = (ids: Iterable<ProfileId>, after: ProfileId | null, limit: number) =>
    TE.right(
      [...ids]
        .filter((id) => id > (after ?? ''))
        .toSorted()
        .slice(0, limit),
    );
  const ledgerReader: LedgerReader = {
    entries:
      (id, { afterSeq, limit }) =>
      async () =>
        E.right((entries.get(id) ?? []).filter(({ seq }) => seq > afterSeq).slice(0, limit)),
  };
  const getAny: ProfileStore['getAny'] = (id) => async () => {
    const found = profiles.get(id);
    return found === undefined ? E.left(notFound) : E.right(found);
  };
  const ports = {
    profiles: { getAny },
    ledgerReader,
    chains: ledgerReader,
    index: {
      profileIds: (after: ProfileId | null, limit: number) => following(profiles.keys(), after, limit),
      chainIds: (after: ProfileId | null, limit: number) => following(entries.keys(), after, limit),
    },
  };
  return { profiles, entries, ports };
};
