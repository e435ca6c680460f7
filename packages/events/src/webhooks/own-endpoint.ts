import {
  type AdministratingPrincipal,
  E,
  type Either,
  type Invalid,
  invalid,
  isVisibleTo,
  type NotFound,
  notFound,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import type { WebhookEndpoint, WebhookEndpoints } from '../ports/webhook-endpoints.ts';
import type { WebhookSender, WebhookUrlRejection } from '../ports/webhook-sender.ts';

export type EndpointDeps = {
  readonly endpoints: Pick<WebhookEndpoints, 'find' | 'replace'>;
  readonly clock: Clock;
};

/** An endpoint of the caller. A caller without a team has those of all teams of its partner. */
export type OwnEndpoint = { readonly caller: AdministratingPrincipal; readonly id: string };

export type EndpointFailure = NotFound | VersionConflict | Unavailable;

/** Finds an endpoint of the caller's own tenant. */
export const ownEndpoint = async (
  { endpoints }: { readonly endpoints: Pick<WebhookEndpoints, 'find'> },
  { caller, id }: OwnEndpoint,
): Promise<Either<NotFound | Unavailable, WebhookEndpoint>> => {
  const found = await endpoints.find(id)();
  if (E.isLeft(found)) return found;
  if (found.right === null || !isVisibleTo(caller.tenant, found.right.tenant)) return E.left(notFound);
  return E.right(found.right);
};

/** The fields that may be changed. */
export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'url' | 'description' | 'types' | 'status' | 'disabledReason' | 'verifiedAt' | 'secrets'>
>;

const maxTries = 3;

/** Changes an endpoint of the caller, and once more where somebody else has changed it meanwhile. */
export const changeEndpoint = async (
  deps: EndpointDeps,
  own: OwnEndpoint,
  change: (endpoint: WebhookEndpoint) => EndpointChange,
): Promise<Either<EndpointFailure, WebhookEndpoint>> => {
  const fault = clockFault(deps.clock);
  if (fault) return E.left(fault);
  for (let tries = 1; ; tries += 1) {
    const found = await ownEndpoint(deps, own);
    if (E.isLeft(found)) return found;
    const { right: endpoint } = found;
    const next = { ...endpoint, ...change(endpoint), version: endpoint.version + 1, updatedAt: isoNow(deps.clock) };
    const replaced = await deps.endpoints.replace(next)();
    if (E.isRight(replaced)) return E.right(next);
    if (replaced.left._tag === 'Unavailable' || tries === maxTries) return replaced;
  }
};

const rejections: { readonly [Rejection in WebhookUrlRejection]: string } = {
  malformed: 'expected an absolute URL with a host, of at most 1024 characters',
  scheme: 'expected a URL that begins with https:',
  credentials: 'expected a URL without a user name and a password',
  address: 'expected a host that is reachable from the internet',
};

/** Why a URL is not acceptable; `null` where it is. */
export const urlFault = ({ rejectionOf }: Pick<WebhookSender, 'rejectionOf'>, url: string): Invalid | null => {
  const rejection = rejectionOf(url);
  return rejection === null ? null : invalid([{ pointer: '/url', message: rejections[rejection] }]);
};
