import type { ReasonCode } from '@portcullis/domain/checks';
import type { ProfileId, Status } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import { type EndpointEvent, endpointEventTypes } from './endpoint-event.ts';

/** The events about profiles. The names are part of the API: they are never renamed, and others may join them. */
export const profileEventTypes = [
  'profile.created',
  'profile.consent_given',
  'profile.submitted',
  'profile.requires_input',
  'profile.in_review',
  'profile.approved',
  'profile.declined',
  'profile.lapsed',
  'profile.expired',
  'profile.canceled',
  'profile.erased',
] as const;
export type ProfileEventType = (typeof profileEventTypes)[number];

/** Everything that stands in the feed of a partner. */
export const eventTypes = [...profileEventTypes, ...endpointEventTypes] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * The event for a partner about a ledger entry: nothing of the person, and no text that anybody has written. `version`
 * is the number of the entry, so that a receiver can leave out what is older than what it knows. `status` is that of
 * the profile at the entry, `previousStatus` the one that the entry has ended, and `null` where it has ended none.
 */
export type PartnerProfileEvent = {
  readonly type: ProfileEventType;
  /** When the entry was recorded: ISO 8601. */
  readonly at: string;
  readonly profileId: ProfileId;
  readonly version: number;
  readonly status: Status;
  readonly previousStatus: Status | null;
  readonly reasons: readonly ReasonCode[];
};

/** An event for a partner, about a profile or an endpoint. */
export type PartnerEvent = PartnerProfileEvent | EndpointEvent;

/** Whether an event is one of a profile. */
export const isProfileEvent = (event: PartnerEvent): event is PartnerProfileEvent => 'profileId' in event;

/** The id of what an event is about. Events of the same are first tried in their order. */
export const subjectOf = (event: PartnerEvent): string => (isProfileEvent(event) ? event.profileId : event.endpointId);

/** The event of a change to each status. A person who goes on causes no event. */
const typeOfStatus: Readonly<Record<Status, ProfileEventType | null>> = {
  created: 'profile.created',
  in_progress: null,
  processing: 'profile.submitted',
  requires_input: 'profile.requires_input',
  in_review: 'profile.in_review',
  approved: 'profile.approved',
  declined: 'profile.declined',
  lapsed: 'profile.lapsed',
  expired: 'profile.expired',
  canceled: 'profile.canceled',
};

/** The entries that change no status and are events all the same. No partner can write an entry of these types. */
const typeOfEntry: ReadonlyMap<string, ProfileEventType> = new Map([
  ['consent.granted', 'profile.consent_given'],
  ['profile.erased', 'profile.erased'],
]);

const eventTypeOf = ({ kind, to, type }: LedgerEntry): ProfileEventType | null => {
  if (kind === 'status_change') return to === undefined ? null : typeOfStatus[to];
  return typeOfEntry.get(type) ?? null;
};

/**
 * The events of entries that follow each other in the ledger of a profile, at the positions of their entries; `null`
 * where an entry is none. `status` is that of the profile after the last of them.
 */
export const partnerEvents = (
  entries: readonly LedgerEntry[],
  status: Status,
): readonly (PartnerProfileEvent | null)[] => {
  let current = entries.find(({ kind }) => kind === 'status_change')?.from ?? status;
  return entries.map((entry) => {
    if (entry.to !== undefined) current = entry.to;
    const type = eventTypeOf(entry);
    if (type === null) return null;
    const { from: previousStatus = null, profile_id: profileId, reasons, recorded_at: at, seq: version } = entry;
    return {
      type,
      at,
      profileId,
      version,
      status: current,
      previousStatus,
      reasons,
    };
  });
};

/** The rest of an event when its profile is erased. Later readers learn of the erasure instead. */
export const erasedEvent = (event: PartnerProfileEvent): PartnerProfileEvent => ({
  ...event,
  type: 'profile.erased',
  previousStatus: null,
  reasons: [],
});
