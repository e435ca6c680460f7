import {
  type AdministratingPrincipal,
  E,
  type Invalid,
  isVisibleTo,
  type NotFound,
  notFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import { actorOf, clockFault, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../input/use-case.ts';
import type { EventType } from '../ledger/partner-event.ts';
import type { WebhookDeliveries } from '../ports/webhook-deliveries.ts';
import type { PartnerEndpoints, WebhookEndpoint, WebhookEndpoints } from '../ports/webhook-endpoints.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { StateUpdate } from './delivery/delivery-record.ts';
import { disabledState } from './delivery/disable-endpoint.ts';
import { changesKnownAfterMs } from './delivery/listed-endpoints.ts';
import { newSecret, rotatedSecrets } from './delivery/secrets.ts';
import {
  changeEndpoint,
  type EndpointChange,
  type EndpointDeps,
  type EndpointFailure,
  type OwnEndpoint,
  ownEndpoint,
  urlFault,
} from './own-endpoint.ts';
import { updateState } from './update-state.ts';

/** The endpoints of the caller's tenant, oldest first. */
export type ListEndpoints = (caller: AdministratingPrincipal) => TaskEither<Invalid | Unavailable, PartnerEndpoints>;

export const listEndpoints = useCase(
  'listEndpoints',
  ['endpoints'],
  ({ endpoints }: { readonly endpoints: Pick<WebhookEndpoints, 'ofPartner'> }): ListEndpoints =>
    ({ tenant }) =>
      pipe(
        endpoints.ofPartner(tenant.partnerId),
        TE.map(({ damaged, endpoints: whole }) => ({
          endpoints: whole.filter((one) => isVisibleTo(tenant, one.tenant)),
          damaged: damaged.filter((one) => isVisibleTo(tenant, one.tenant)),
        })),
      ),
);

export type GetEndpoint = (own: OwnEndpoint) => TaskEither<Invalid | NotFound | Unavailable, WebhookEndpoint>;

export const getEndpoint = useCase(
  'getEndpoint',
  ['endpoints'],
  (deps: { readonly endpoints: Pick<WebhookEndpoints, 'find'> }): GetEndpoint =>
    (own) =>
    () =>
      ownEndpoint(deps, own),
);

/** The changes of a partner. Omitted fields stay as they are. */
export type EndpointSettings = {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly EventType[] | null | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
};

/**
 * Changes an endpoint. With another URL it is unverified, until a ping was answered there. One that is enabled again
 * goes on where it was: events of the meantime are sent.
 */
export type UpdateEndpoint = (
  input: OwnEndpoint & { readonly settings: EndpointSettings },
) => TaskEither<EndpointFailure | Invalid, WebhookEndpoint>;

type UpdateDeps = EndpointDeps & {
  readonly sender: Pick<WebhookSender, 'rejectionOf'>;
  readonly deliveries: Pick<WebhookDeliveries, 'record' | 'state'>;
  readonly ids: IdGenerator;
};

const changeOf = (endpoint: WebhookEndpoint, { description, status, types, url }: EndpointSettings): EndpointChange => {
  const verifiedAt = url === undefined || url === endpoint.url ? endpoint.verifiedAt : null;
  const isDisabled = status === undefined ? endpoint.status === 'disabled' : status === 'disabled';
  const isDisabledNow = isDisabled && endpoint.status !== 'disabled';
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    verifiedAt,
    ...(isDisabled
      ? { status: 'disabled', disabledReason: isDisabledNow ? 'requested' : endpoint.disabledReason }
      : { status: verifiedAt === null ? 'unverified' : 'enabled', disabledReason: null }),
  };
};

const inGoodHealth = { failures: 0, failingSince: null, pausedUntil: null, disabled: null };

/**
 * The effect of a change on the state of deliveries; `null` where there is none. It happens before the endpoint is
 * changed: deliveries to one that is enabled begin again, and the event about one that is disabled is not lost when the
 * process dies in between.
 */
const stateUpdateOf = (
  { clock }: UpdateDeps,
  { caller, settings }: Parameters<UpdateEndpoint>[0],
  { status, tenant }: WebhookEndpoint,
): StateUpdate | null => {
  const isBegun = settings.status === 'enabled' || settings.url !== undefined;
  const isDisabled = settings.status === 'disabled' && status !== 'disabled';
  if (!isBegun && !isDisabled) return null;
  const disable = disabledState({ tenant, reason: 'requested', actor: actorOf(caller), at: isoNow(clock) });
  return (state) => {
    const begun = isBegun ? { ...state, ...inGoodHealth } : state;
    return isDisabled ? disable(begun) : { state: begun };
  };
};

export const updateEndpoint = useCase(
  'updateEndpoint',
  ['endpoints', 'clock', 'sender', 'deliveries', 'ids'],
  (deps: UpdateDeps): UpdateEndpoint =>
    (input) =>
    async () => {
      const { caller, id, settings } = input;
      const refusal = settings.url === undefined ? null : urlFault(deps.sender, settings.url);
      const fault = refusal ?? clockFault(deps.clock);
      if (fault) return E.left(fault);
      const own = { caller, id };
      const found = await ownEndpoint(deps, own);
      if (E.isLeft(found)) return found;
      const update = stateUpdateOf(deps, input, found.right);
      const updated = update === null ? E.right(undefined) : await updateState(deps, id, update);
      if (E.isLeft(updated)) return updated;
      return changeEndpoint(deps, own, (endpoint) => changeOf(endpoint, settings));
    },
);

/**
 * Gives an endpoint a new secret. The one before signs beside it for 24 hours. It is answered when no instance signs
 * with the one before alone: a receiver that takes the new one at the answer refuses nothing.
 */
export type RotateSecret = (own: OwnEndpoint) => TaskEither<Invalid | EndpointFailure, WebhookEndpoint>;

type RotateDeps = EndpointDeps & {
  readonly ids: IdGenerator;
  /** Resolves after this time. */
  readonly wait: (ms: number) => Promise<void>;
};

export const rotateSecret = useCase(
  'rotateSecret',
  ['endpoints', 'clock', 'ids', 'wait'],
  (deps: RotateDeps): RotateSecret => {
    const { clock, ids, wait } = deps;
    return (own) => async () => {
      const added = newSecret(ids);
      const changed = await changeEndpoint(deps, own, ({ secrets }) => ({
        secrets: rotatedSecrets(secrets, added, clock.now()),
      }));
      if (E.isRight(changed) && changed.right.status === 'enabled') await wait(changesKnownAfterMs);
      return changed;
    };
  },
);

/** Removes an endpoint, with everything that waits for it, also one whose row does not open. */
export type DeleteEndpoint = (own: OwnEndpoint) => TaskEither<Invalid | NotFound | Unavailable, void>;

type DeleteDeps = Pick<EndpointDeps, 'clock'> & {
  readonly endpoints: Pick<WebhookEndpoints, 'ownerOf' | 'remove'>;
};

export const deleteEndpoint = useCase(
  'deleteEndpoint',
  ['endpoints', 'clock'],
  ({ clock, endpoints }: DeleteDeps): DeleteEndpoint =>
    ({ caller, id }) =>
    async () => {
      const fault = clockFault(clock);
      if (fault) return E.left(fault);
      const owner = await endpoints.ownerOf(id)();
      if (E.isLeft(owner)) return owner;
      if (owner.right === null || !isVisibleTo(caller.tenant, owner.right)) return E.left(notFound);
      return endpoints.remove(id)();
    },
);
