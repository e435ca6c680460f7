import type { FingerprintKind } from '@portcullis/domain/evidence';
import { type Actor, hasPermission, isVisibleTo, type ProfileId, type StaffPrincipal } from '@portcullis/domain/kernel';
import type { ListName } from '@portcullis/domain/ports';
import type { ListEntry } from '../ports/list-store.ts';

/** An entry of a list as a member of staff sees it. Its digest is shown to nobody. */
export type ListEntryView = {
  readonly id: string;
  readonly list: ListName;
  readonly kind: FingerprintKind;
  readonly profileId: ProfileId | null;
  readonly note: string | null;
  readonly addedBy: Actor | null;
  readonly addedAt: string;
  /** Whether the caller may remove the entry, and sees who has added it and by which profile. */
  readonly isOwn: boolean;
  /** Whether it may have a note that is kept from the caller, who may not read of persons. */
  readonly isRedacted: boolean;
};

/**
 * An entry for a member of staff. A list is the partner's, so that a team sees all of it; who has put something there
 * for the partner or for another team, by which profile and why, is not the team's to know.
 */
export const viewEntry = (caller: StaffPrincipal, entry: ListEntry): ListEntryView => {
  const isOwn = isVisibleTo(caller.tenant, entry.tenant);
  const isRedacted = !hasPermission(caller, 'persons:read');
  return {
    id: entry.id,
    list: entry.list,
    kind: entry.kind,
    addedAt: entry.addedAt,
    isOwn,
    isRedacted,
    profileId: isOwn ? entry.profileId : null,
    note: isOwn && !isRedacted ? entry.note : null,
    addedBy: isOwn ? entry.addedBy : null,
  };
};
