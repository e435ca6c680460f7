import type { ListEntryView } from '@portcullis/backoffice';

export const listEntryBody = (entry: ListEntryView) => ({
  object: 'list_entry',
  id: entry.id,
  list: entry.list,
  kind: entry.kind,
  profile_id: entry.profileId,
  note: entry.note,
  added_by: entry.addedBy && { type: entry.addedBy.type, id: entry.addedBy.id },
  added_at: entry.addedAt,
  is_own: entry.isOwn,
  redacted: entry.isRedacted,
});

/** The profiles that entries name. An answer with entries of none is a look all the same: a note may say who it was. */
export const namedProfiles = (entries: readonly ListEntryView[]): { readonly profileIds?: readonly string[] } => {
  const named = entries.flatMap(({ profileId }) => profileId ?? []);
  return named.length > 0 || entries.length === 0 ? { profileIds: [...new Set(named)] } : {};
};
