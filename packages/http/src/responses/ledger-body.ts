import type { LedgerEntry, Principal, Status } from '@portcullis/domain';
import { actorTypes, IdCodec, matching, oneOf, t } from '@portcullis/domain/kernel';
import { entryKinds } from '@portcullis/domain/ledger';
import type { EntryPage } from '@portcullis/domain/ports';
import { endpointEventTypes, profileEventTypes, webhookDisabledReasons } from '@portcullis/events/ports';
import { entriesFor } from './redacted-bodies.ts';
import { Count, nullable, Ordinal, Reasons, Sha256, StatusCodec, Timestamp } from './shared-codecs.ts';

/**
 * A ledger entry with all of its fields: a reader of all entries can verify the chain. Every field except `hash` and
 * `personal` is hashed.
 */
export const LedgerEntryBody = t.intersection(
  [
    t.type({
      id: t.string,
      profile_id: IdCodec,
      seq: Ordinal,
      kind: oneOf(entryKinds),
      type: t.string,
      reasons: Reasons,
      actor: t.type({ type: oneOf(actorTypes), id: t.string }),
      data: t.UnknownRecord,
      occurred_at: Timestamp,
      recorded_at: Timestamp,
      prev_hash: Sha256,
      hash: Sha256,
    }),
    t.partial({
      from: StatusCodec,
      to: StatusCodec,
      personal: t.UnknownRecord,
      personal_digest: Sha256,
    }),
  ],
  'LedgerEntry',
);

export const StatusEntryBody = t.intersection(
  [LedgerEntryBody, t.type({ profile_status: StatusCodec })],
  'StatusEntry',
);

/** The entry, together with the status that the profile has now. That status is not hashed. */
export const statusEntryBody = (entry: LedgerEntry, status: Status): t.TypeOf<typeof StatusEntryBody> => ({
  ...entry,
  profile_status: status,
});

export const LedgerEntryList = t.intersection(
  [
    t.type({ object: t.literal('list'), data: t.readonlyArray(LedgerEntryBody), next_after_seq: nullable(Ordinal) }),
    t.partial({ damaged: Count, damaged_seqs: t.readonlyArray(Ordinal) }),
  ],
  'LedgerEntryList',
);

/** A chunk of a history. Staff are told which entries are left out of it, and others how many. */
export const ledgerEntryChunk = (caller: Principal, { entries, damaged, next }: EntryPage) => {
  const items: readonly t.TypeOf<typeof LedgerEntryBody>[] = entriesFor(caller, entries);
  return {
    items,
    next,
    ...(damaged.length > 0 && { damaged: damaged.length }),
    ...(damaged.length > 0 && caller.kind === 'staff' && { damagedSeqs: damaged }),
  };
};

const EventId = matching('an event id', /^evt_[a-z0-9]{15}$/);

/** One thing that happened to a profile, without anything of the person. */
export const ProfileEventBody = t.type(
  {
    id: EventId,
    type: oneOf(profileEventTypes),
    timestamp: Timestamp,
    data: t.type({
      id: IdCodec,
      object: t.literal('profile'),
      status: StatusCodec,
      version: Ordinal,
      reasons: Reasons,
      previous_status: nullable(StatusCodec),
    }),
  },
  'ProfileEvent',
);

/** One thing that happened to a webhook endpoint. */
export const EndpointEventBody = t.type(
  {
    id: EventId,
    type: oneOf(endpointEventTypes),
    timestamp: Timestamp,
    data: t.type({
      id: IdCodec,
      object: t.literal('webhook_endpoint'),
      status: t.literal('disabled'),
      reason: oneOf(webhookDisabledReasons),
    }),
  },
  'EndpointEvent',
);

const EventBody = t.union([ProfileEventBody, EndpointEventBody], 'Event');

export const EventList = t.type(
  {
    object: t.literal('list'),
    data: t.readonlyArray(EventBody),
    next_after: t.string,
    has_more: t.boolean,
    damaged: Count,
  },
  'EventList',
);
