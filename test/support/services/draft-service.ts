import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { discardDraft } from '#backoffice/policy-drafts/discard-draft';
import { lintDraft } from '#backoffice/policy-drafts/lint-draft';
import { publishDraft } from '#backoffice/policy-drafts/publish-draft';
import { getDraft, listDrafts } from '#backoffice/policy-drafts/read-drafts';
import { createDraft, replaceDraft } from '#backoffice/policy-drafts/write-draft';
import { aKeyring } from '../builders/keyrings.ts';
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts';

const admin = (staffId: string, name: string): StaffPrincipal => ({
  kind: 'staff',
  staffId,
  name,
  roles: ['admin'],
  tenant: { partnerId: 'acme', teamId: null },
  sessionId: 'session00000001',
});

/** Two admins of one partner. */
export const rosa = admin('staff-adminxxxxxx1', 'Rosa Lind');
export const noor = admin('staff-adminxxxxxx2', 'Noor Haddad');

/** The same person, for another partner or for a team. */
export const elsewhere = (caller: StaffPrincipal, partnerId: string, teamId: string | null = null): StaffPrincipal => ({
  ...caller,
  tenant: { partnerId, teamId },
});

/** The use cases of drafts over a database that others may share; `change` replaces stores by others. */
export const draftService = (
  driver: RecordDriver,
  change: (stores: RecordStore) => Partial<RecordStore> = () => ({}),
  clock: FakeClock = fakeClock(),
) => {
  const ids = sequentialIds('drafts');
  const stores = createRecordStore(driver, aKeyring(), ids);
  const deps = {
    ...stores,
    ...change(stores),
    clock,
    ids,
    lintDraft: lintDraft({ faces: {}, pause: async () => undefined }),
  };
  return {
    clock,
    stores,
    deps,
    services: {
      listDrafts: listDrafts(deps),
      getDraft: getDraft(deps),
      createDraft: createDraft(deps),
      replaceDraft: replaceDraft(deps),
      discardDraft: discardDraft(deps),
      publishDraft: publishDraft(deps),
    },
  };
};
