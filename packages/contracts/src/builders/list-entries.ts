import { administrationEntry, type ListEntry } from '@portcullis/backoffice/ports';
import { genesisHash } from '@portcullis/domain/ledger';
import { digestNo } from './attempt-fingerprints.ts';
import { freshId } from './profiles.ts';

const addedBy = { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' } as const;
const at = '2026-05-01T10:00:00.000Z';

type What = Omit<ListEntry, 'id' | 'head' | 'addedBy'>;

/** The list entry of a member of staff, with the first entry of its ledger, and the entry that takes it off. */
export const aListEntry = (change: Partial<What> = {}) => {
  const what: What = {
    list: 'blocked',
    kind: 'document',
    digest: digestNo(1),
    tenant: { partnerId: 'acme', teamId: null },
    addedAt: at,
    profileId: 'profile00000001',
    note: 'Reported as stolen.',
    ...change,
  };
  const said = { actor: addedBy, at, tenant: what.tenant, data: { list: what.list, kind: what.kind } };
  const start = { profileId: freshId('listed'), seq: 0, hash: genesisHash };
  const added = administrationEntry(start, { ...said, type: 'list_entry.added' });
  const head = { profileId: start.profileId, seq: added.seq, hash: added.hash };
  return {
    entry: { ...what, addedBy, head } satisfies Omit<ListEntry, 'id'>,
    ledger: [added],
    removal: administrationEntry(head, { ...said, type: 'list_entry.removed' }),
  };
};
