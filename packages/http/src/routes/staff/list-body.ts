import type { ListEntryView } from '@portcullis/backoffice';
import { fingerprintKinds } from '@portcullis/domain/evidence';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { listNames } from '@portcullis/domain/ports';
import { ActorBody } from '../../responses/profile-body.ts';
import { countedListOf, nullable, Timestamp } from '../../responses/shared-codecs.ts';

const ListEntryBody = t.type(
  {
    object: t.literal('list_entry'),
    id: IdCodec,
    list: oneOf(listNames),
    kind: oneOf(fingerprintKinds),
    profile_id: nullable(IdCodec),
    note: nullable(t.string),
    added_by: nullable(ActorBody),
    added_at: Timestamp,
    is_own: t.boolean,
    redacted: t.boolean,
  },
  'ListEntry',
);

export const ListPage = countedListOf(ListEntryBody, 'ListPage');

export const RemovedEntryBody = t.type(
  { id: IdCodec, object: t.literal('list_entry'), deleted: t.literal(true) },
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
