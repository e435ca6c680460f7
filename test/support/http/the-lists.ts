import type { ListEntryView } from '@portcullis/backoffice';
import { notFound, TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';

export const listEntryId = 'listentry000001';

/** An entry that a member of staff has blocked by a profile. */
const theListEntry: ListEntryView = {
  id: listEntryId,
  list: 'blocked',
  kind: 'document',
  profileId: 'ada000000000001',
  note: 'Reported as stolen.',
  addedBy: { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' },
  addedAt: '2026-05-04T09:30:00.000Z',
  isOwn: true,
  isRedacted: false,
};

type ListServices = 'readLists' | 'addToList' | 'removeFromList';

/** The use cases of lists, one of them with an entry. */
export const listServices: Pick<Services, ListServices> = {
  readLists: () => TE.right({ items: [theListEntry], damaged: 0, next: null }),
  addToList: () => TE.right({ entries: [theListEntry], isNew: true }),
  removeFromList: ({ id }) => (id === listEntryId ? TE.right(undefined) : TE.left(notFound)),
};
