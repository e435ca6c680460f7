import {
  E,
  type Either,
  type Invalid,
  mapConcurrent,
  orWhereDamaged,
  pipe,
  sequential,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../input/use-case.ts';
import type { ActiveEndpoint, WebhookEndpoint, WebhookEndpoints } from '../ports/webhook-endpoints.ts';
import type { WebhookResult, WebhookSender } from '../ports/webhook-sender.ts';
import { verdictOf } from './delivery/schedule.ts';
import { signingSecrets } from './delivery/secrets.ts';
import {
  changeEndpoint,
  type EndpointDeps,
  type EndpointFailure,
  type OwnEndpoint,
  ownEndpoint,
} from './own-endpoint.ts';

/** An endpoint, and the result of the ping that was sent to it. */
export type PingedEndpoint = { readonly endpoint: WebhookEndpoint; readonly result: WebhookResult };

/** Sends `endpoint.ping`. An endpoint that was not verified yet, and answers it, is enabled. */
export type PingEndpoint = (own: OwnEndpoint) => TaskEither<Invalid | EndpointFailure, PingedEndpoint>;

export type PingDeps = EndpointDeps & { readonly sender: Pick<WebhookSender, 'send'>; readonly ids: IdGenerator };

/** Sends a signed ping. It says which endpoint it is for, and nothing else. */
const sendPing = async (
  { clock, ids, sender }: Pick<PingDeps, 'clock' | 'ids' | 'sender'>,
  endpoint: WebhookEndpoint,
): Promise<WebhookResult> => {
  const at = isoNow(clock);
  const id = `evt_${ids.id()}`;
  const data = { id: endpoint.id, object: 'webhook_endpoint' };
  const body = JSON.stringify({ id, type: 'endpoint.ping', timestamp: at, data });
  return sender.send({ id, url: endpoint.url, body, at: new Date(at), secrets: signingSecrets(endpoint, at) })();
};

/** The endpoints behind an id that are enabled and open, at most 200. */
const enabledAfter = async (
  endpoints: Pick<WebhookEndpoints, 'active' | 'find'>,
  afterId: string,
): Promise<Either<Unavailable, { readonly found: readonly WebhookEndpoint[]; readonly last: string | null }>> => {
  const active = await endpoints.active(afterId)();
  if (E.isLeft(active)) return active;
  const findWhole = ({ id }: ActiveEndpoint): TaskEither<Unavailable, WebhookEndpoint | null> =>
    pipe(
      endpoints.find(id),
      orWhereDamaged(() => TE.right(null)),
    );
  const found = await sequential(active.right, findWhole)();
  if (E.isLeft(found)) return found;
  return E.right({ found: found.right.filter((one) => one !== null), last: active.right.at(-1)?.id ?? null });
};

/**
 * Pings every enabled endpoint of every partner, ten at a time, and answers what became of each ping. It changes
 * nothing.
 */
export const pingEnabled =
  (
    deps: Pick<PingDeps, 'clock' | 'ids' | 'sender'> & {
      readonly endpoints: Pick<WebhookEndpoints, 'active' | 'find'>;
    },
  ): TaskEither<Unavailable, readonly PingedEndpoint[]> =>
  async () => {
    const pinged: PingedEndpoint[] = [];
    for (let last: string | null = ''; last !== null; ) {
      const page: Awaited<ReturnType<typeof enabledAfter>> = await enabledAfter(deps.endpoints, last);
      if (E.isLeft(page)) return page;
      const ping = async (endpoint: WebhookEndpoint) => ({ endpoint, result: await sendPing(deps, endpoint) });
      pinged.push(...(await mapConcurrent(page.right.found, ping)));
      ({ last } = page.right);
    }
    return E.right(pinged);
  };

/** Pings an endpoint, and enables it where that was missing and the URL is still the one that has answered. */
export const pingFound = async (
  deps: PingDeps,
  own: OwnEndpoint,
  endpoint: WebhookEndpoint,
): Promise<Either<EndpointFailure, PingedEndpoint>> => {
  const fault: Unavailable | null = clockFault(deps.clock);
  if (fault) return E.left(fault);
  const result = await sendPing(deps, endpoint);
  if (verdictOf(result) !== 'delivered' || endpoint.verifiedAt !== null) return E.right({ endpoint, result });
  const changed = await changeEndpoint(deps, own, (now) => {
    if (now.url !== endpoint.url) return {};
    const verifiedAt = now.verifiedAt ?? isoNow(deps.clock);
    return { verifiedAt, ...(now.status === 'unverified' && { status: 'enabled' as const }) };
  });
  return E.isLeft(changed) ? changed : E.right({ endpoint: changed.right, result });
};

export const pingEndpoint = useCase(
  'pingEndpoint',
  ['endpoints', 'clock', 'sender', 'ids'],
  (deps: PingDeps): PingEndpoint =>
    (own) =>
    async () => {
      const found = await ownEndpoint(deps, own);
      return E.isLeft(found) ? found : pingFound(deps, own, found.right);
    },
);
