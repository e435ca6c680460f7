import { fingerprintKinds } from '@portcullis/domain/documents';
import { actorTypes, IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { listNames } from '@portcullis/domain/ports';
import type { ListEntryView } from '@portcullis/domain/use-cases';
import { Count, listOf, nullable, Timestamp } from '../../responses/shared-codecs.ts';

/**
 * What stands on a list. Its digest is not in it: with the key of the partner it says which document, person, picture
 * or device it is of, and without one it is still the same name for them everywhere.
 */
const ListEntryBody = t.type(
  {
    object: t.literal('list_entry'),
    id: t.string,
    list: oneOf(listNames),
    kind: oneOf(fingerprintKinds),
    profile_id: nullable(IdCodec),
    note: nullable(t.string),
    added_by: nullable(t.type({ type: oneOf(actorTypes), id: t.string })),
    added_at: nullable(Timestamp),
    /** Whether the caller sees all of the entry and may remove it. */
    is_own: t.boolean,
    /** Whether a note would be kept from the caller. */
    redacted: t.boolean,
  },
  'ListEntry',
);

export const ListEntriesBody = listOf(ListEntryBody, 'ListEntryList');

/** A page of entries. `damaged` is how many among those that were looked at do not open. */
export const ListPageBody = t.intersection([ListEntriesBody, t.type({ damaged: Count })], 'ListPage');

export const RemovedListEntryBody = t.type(
  { id: t.string, object: t.literal('list_entry'), deleted: t.literal(true) },
  'RemovedListEntry',
);

export const listEntryBody = (entry: ListEntryView): t.TypeOf<typeof ListEntryBody> => ({
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
