import type { Actor, Tenant } from '@portcullis/domain/kernel';
import { type ChainHead, chainEntries, type LedgerEntry } from '@portcullis/domain/ledger';

/** The events about a partner's endpoints. The names are part of the API, as those of the other events are. */
export const endpointEventTypes = ['endpoint.disabled'] as const;

/**
 * Why an endpoint is disabled. `requested`: its partner asked for it. `gone`: it has answered 410. `failing`: nothing
 * was received for five days.
 */
export const webhookDisabledReasons = ['requested', 'gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

/** The event for a partner that nothing is sent to an endpoint any more, and why. */
export type EndpointEvent = {
  readonly type: (typeof endpointEventTypes)[number];
  /** When the entry was recorded: ISO 8601. */
  readonly at: string;
  readonly endpointId: string;
  readonly reason: WebhookDisabledReason;
};

const disabled = 'endpoint.disabled';

/**
 * The entry in the ledger of an endpoint when it is disabled. It says whose the endpoint is, because the row of the
 * endpoint may be deleted later.
 */
export const disabledEntries = (
  head: ChainHead,
  {
    actor,
    at,
    reason,
    tenant,
  }: {
    readonly actor: Actor;
    readonly at: string;
    readonly reason: WebhookDisabledReason;
    readonly tenant: Tenant;
  },
): readonly LedgerEntry[] => {
  const { partnerId, teamId } = tenant;
  const data = { reason, partner_id: partnerId, ...(teamId !== null && { team_id: teamId }) };
  const draft = {
    kind: 'verification_event',
    type: disabled,
    reasons: [],
    actor,
    data,
    occurred_at: at,
  } as const;
  return chainEntries(head, [draft], at);
};

/** The event of an entry in the ledger of an endpoint and whose it is; `null` for every other entry. */
export const endpointEventOf = ({
  data,
  profile_id: endpointId,
  recorded_at: at,
  type,
}: LedgerEntry): { readonly event: EndpointEvent; readonly tenant: Tenant } | null => {
  const reason = webhookDisabledReasons.find((one) => one === data['reason']);
  const { partner_id: partnerId, team_id: teamId = null } = data;
  if (type !== disabled || reason === undefined || typeof partnerId !== 'string') return null;
  if (teamId !== null && typeof teamId !== 'string') return null;
  return { event: { type, at, endpointId, reason }, tenant: { partnerId, teamId } };
};
