import { type Actor, E, type Either, type Tenant, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { actorOf, clockFault, isoNow } from '@portcullis/domain/use-cases';
import { disabledEntries, type WebhookDisabledReason } from '../../ledger/endpoint-event.ts';
import type { WebhookDeliveries } from '../../ports/webhook-deliveries.ts';
import type { WebhookEndpoint, WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import type { DeliveryRecord, StateUpdate } from './delivery-record.ts';

type Disabling = {
  readonly tenant: Tenant;
  readonly reason: WebhookDisabledReason;
  readonly actor: Actor;
  readonly at: string;
};

/**
 * Marks a state as that of a disabled endpoint, together with the entry for its partner. A state that is marked already
 * stays as it is, so that there is one entry for it, whichever instance completes it.
 */
export const disabledState =
  ({ reason, ...said }: Disabling): StateUpdate =>
  (state) => {
    if (state.disabled !== null) return { state };
    const entries = disabledEntries({ profileId: state.endpointId, ...state.ledger }, { reason, ...said });
    const { hash, seq } = entries.at(-1) ?? state.ledger;
    return { state: { ...state, disabled: reason, ledger: { seq, hash } }, entries };
  };

export type DisableDeps = {
  readonly endpoints: Pick<WebhookEndpoints, 'find' | 'replace'>;
  readonly deliveries: Pick<WebhookDeliveries, 'state'>;
  readonly clock: Clock;
  /** Called with an endpoint that the service itself has disabled. */
  readonly onDisabled: (endpoint: WebhookEndpoint) => void;
};

type Done = Promise<Either<Unavailable, void>>;

const done: Either<Unavailable, void> = E.right(undefined);
const maxTries = 3;

/**
 * Disables an endpoint whose state says that it is, unless it is gone or not enabled any more. The state is read after
 * the endpoint: who enables an endpoint changes the state first.
 */
export const completeDisabling = async (
  { clock, deliveries, endpoints, onDisabled }: DisableDeps,
  id: string,
): Done => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await endpoints.find(id)();
    if (E.isLeft(found)) return found;
    if (found.right?.status !== 'enabled') return done;
    const state = await deliveries.state(id)();
    if (E.isLeft(state)) return state;
    const disabledReason = state.right?.disabled ?? null;
    if (disabledReason === null) return done;
    const version = found.right.version + 1;
    const next = { ...found.right, status: 'disabled' as const, disabledReason, version, updatedAt: isoNow(clock) };
    const replaced = await endpoints.replace(next)();
    if (E.isRight(replaced)) {
      if (disabledReason !== 'requested') onDisabled(next);
      return done;
    }
    if (replaced.left._tag === 'Unavailable') return E.left(replaced.left);
  }
  return done;
};

/**
 * Disables an endpoint, unless it is gone, has another URL by now, or is not enabled any more. The partner's event is
 * written with the state, under the lease: a deliverer after a crash finds it there, and disables the endpoint without
 * a second event. A clock that is not trusted writes no entry; the endpoint is then disabled after a later try.
 */
export const disableEndpoint = async (
  deps: DisableDeps,
  record: DeliveryRecord,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  reason: WebhookDisabledReason,
): Done => {
  const found = await deps.endpoints.find(id)();
  if (E.isLeft(found)) return found;
  if (found.right?.status !== 'enabled' || found.right.url !== url || clockFault(deps.clock) !== null) return done;
  const { tenant } = found.right;
  const written = await record.write(disabledState({ tenant, reason, actor: actorOf(null), at: isoNow(deps.clock) }));
  if (E.isLeft(written)) return written;
  return written.right === null ? done : completeDisabling(deps, id);
};
