import { type ProfileId, TE } from '@portcullis/domain';
import type { EntryDraft } from '@portcullis/domain/ledger';
import type { RecordInspector } from '@portcullis/domain/ports';

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
