import type { Actor, Tenant } from '@portcullis/domain/kernel';
import { type ChainHead, chainEntries, type Json, type LedgerEntry } from '@portcullis/domain/ledger';

/** The changes of staff that belong to no profile. The names rest in ledgers, and never change. */
export const administrationEventTypes = [
  'client.created',
  'client.secret_rotated',
  'client.disabled',
  'client.enabled',
  'list_entry.added',
  'list_entry.removed',
  'policy_draft.created',
  'policy_draft.changed',
  'policy_draft.discarded',
  'policy_draft.approved',
  'policy_draft.published',
  'policy_draft.reopened',
] as const;
export type AdministrationEventType = (typeof administrationEventTypes)[number];

export type AdministrationEvent = {
  readonly type: AdministrationEventType;
  readonly actor: Actor;
  readonly tenant: Tenant;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  /** The other facts of the entry. It holds nothing that is secret or personal. */
  readonly data?: { readonly [key: string]: Json };
};

/**
 * The entry that follows in the ledger of what was changed, whose id stands in the place of a profile's. It says whose
 * that is, and no partner learns of it by the feed of events.
 */
export const administrationEntry = (
  head: ChainHead,
  { actor, at, data = {}, tenant: { partnerId, teamId }, type }: AdministrationEvent,
): LedgerEntry => {
  const owner = { partner_id: partnerId, ...(teamId !== null && { team_id: teamId }) };
  const draft = {
    kind: 'verification_event',
    type,
    reasons: [],
    actor,
    data: { ...data, ...owner },
    occurred_at: at,
  };
  const [entry] = chainEntries(head, [{ ...draft, kind: 'verification_event' }], at);
  if (entry === undefined) throw new TypeError('one draft is one entry');
  return entry;
};

/** The owner by an entry of its ledger; nobody where the entry is of another kind. */
export const ownerOfAdministration = ({ data }: LedgerEntry): Tenant => {
  const { partner_id: partnerId, team_id: teamId } = data;
  return {
    partnerId: typeof partnerId === 'string' ? partnerId : '',
    teamId: typeof teamId === 'string' ? teamId : null,
  };
};

/** Whether an entry stands in the ledger of something that staff look after, and not in that of a profile. */
export const isAdministrationEntry = ({ data, type }: LedgerEntry): boolean =>
  administrationEventTypes.some((known) => known === type) && typeof data['partner_id'] === 'string';
