import {
  type AdministratingPrincipal,
  E,
  type Either,
  type EndpointLimitReached,
  endpointLimitReached,
  type Invalid,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { clockFault, type IdempotentRequest, isoNow, operationId } from '@portcullis/domain/use-cases';
import { useCase } from '../input/use-case.ts';
import type { EventType } from '../ledger/partner-event.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import {
  maxWebhookEndpoints,
  type PartnerEndpoints,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '../ports/webhook-endpoints.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { newSecret } from './delivery/secrets.ts';
import { type EndpointFailure, urlFault } from './own-endpoint.ts';
import { type PingDeps, type PingedEndpoint, pingFound } from './ping-endpoint.ts';

/**
 * Creates an endpoint, and pings it. It gets what happens from now on, once a ping was answered. Its secret is answered
 * here and after a rotation, and nowhere else.
 */
export type CreateEndpoint = (
  input: {
    readonly caller: AdministratingPrincipal;
    readonly url: string;
    readonly description: string | null;
    readonly types: readonly EventType[] | null;
  } & IdempotentRequest,
) => TaskEither<EndpointFailure | Invalid | EndpointLimitReached, PingedEndpoint>;

type Deps = PingDeps & {
  readonly endpoints: Pick<WebhookEndpoints, 'find' | 'insert' | 'ofPartner' | 'remove' | 'replace'>;
  readonly eventFeed: Pick<EventFeed, 'heads'>;
  readonly sender: Pick<WebhookSender, 'rejectionOf' | 'send'>;
};

/** How many endpoints there are, with those whose rows do not open. */
const countOf = ({ damaged, endpoints }: PartnerEndpoints): number => endpoints.length + damaged.length;

/** Takes a new endpoint back where others, which were created at the same time, are as many as there may be. */
const withinLimit = async (
  { ofPartner, remove }: Pick<WebhookEndpoints, 'ofPartner' | 'remove'>,
  endpoint: WebhookEndpoint,
): Promise<Either<EndpointLimitReached | Unavailable, WebhookEndpoint>> => {
  const all = await ofPartner(endpoint.tenant.partnerId)();
  if (E.isLeft(all)) return all;
  if (countOf(all.right) <= maxWebhookEndpoints) return E.right(endpoint);
  const removed = await remove(endpoint.id)();
  return E.isLeft(removed) ? removed : E.left(endpointLimitReached(maxWebhookEndpoints));
};

/** Stores an endpoint behind what has happened so far. One that an earlier attempt has stored is answered itself. */
const store = async (
  { endpoints, eventFeed }: Deps,
  endpoint: WebhookEndpoint,
): Promise<Either<EndpointLimitReached | Unavailable, WebhookEndpoint>> => {
  const { partnerId } = endpoint.tenant;
  const others = await endpoints.ofPartner(partnerId)();
  if (E.isLeft(others)) return others;
  const before = others.right.endpoints.find(({ id }) => id === endpoint.id);
  if (before !== undefined) return E.right(before);
  if (countOf(others.right) >= maxWebhookEndpoints) return E.left(endpointLimitReached(maxWebhookEndpoints));
  const heads = await eventFeed.heads([partnerId])();
  if (E.isLeft(heads)) return heads;
  const inserted = await endpoints.insert(endpoint, heads.right[0]?.place ?? 0)();
  if (E.isRight(inserted)) return withinLimit(endpoints, endpoint);
  if (inserted.left._tag === 'Unavailable') return E.left(inserted.left);
  const stored = await endpoints.find(endpoint.id)();
  return E.isLeft(stored) ? stored : E.right(stored.right ?? endpoint);
};

export const createEndpoint = useCase(
  'createEndpoint',
  ['endpoints', 'clock', 'eventFeed', 'sender', 'ids'],
  (deps: Deps): CreateEndpoint =>
    ({ caller, description, operation = null, types, url }) =>
    async () => {
      const fault = urlFault(deps.sender, url) ?? clockFault(deps.clock);
      if (fault) return E.left(fault);
      const now = isoNow(deps.clock);
      const endpoint: WebhookEndpoint = {
        id: operationId(deps.ids, { operation }, 'webhook_endpoint'),
        tenant: caller.tenant,
        url,
        description,
        types,
        status: 'unverified',
        disabledReason: null,
        verifiedAt: null,
        secrets: [newSecret(deps.ids)],
        createdAt: now,
        updatedAt: now,
        version: 1,
      };
      const stored = await store(deps, endpoint);
      if (E.isLeft(stored)) return stored;
      return pingFound(deps, { caller, id: stored.right.id }, stored.right);
    },
);
