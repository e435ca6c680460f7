import { type NotFound, notFound, type Unavailable, type VersionConflict } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import { isVisibleTo, type StaffPrincipal } from '../../kernel/principal.ts';
import { type AdministrationEventType, administrationEntry } from '../../ledger/administration-event.ts';
import type { StoredClient } from '../../ports/stores/client-store.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { isoNow } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { newClientSecret, rotatedClientSecrets } from './client-secrets.ts';
import type { ClientDeps, ClientWithSecret } from './create-client.ts';

type OwnClient = { readonly caller: StaffPrincipal; readonly id: string };
export type ClientFailure = NotFound | VersionConflict | Unavailable;

/** What may be changed, and how the ledger says it. */
type ClientChange = Partial<Pick<StoredClient, 'secrets' | 'isDisabled'>> & { readonly type: AdministrationEventType };

const ownClient = async (
  { clientStore }: ClientDeps,
  { caller, id }: OwnClient,
): Promise<Either<NotFound | Unavailable, StoredClient>> => {
  const found = await clientStore.find(id)();
  if (E.isLeft(found)) return found;
  if (found.right === null || !isVisibleTo(caller.tenant, found.right.tenant)) return E.left(notFound);
  return E.right(found.right);
};

const changed = (deps: ClientDeps, { caller }: OwnClient, client: StoredClient, { type, ...change }: ClientChange) => {
  const at = isoNow(deps.clock);
  const head = { profileId: client.id, seq: client.version, hash: client.ledgerHead };
  const entry = administrationEntry(head, { type, actor: actorOf(caller), tenant: client.tenant, at });
  return { entry, next: { ...client, ...change, updatedAt: at, version: entry.seq, ledgerHead: entry.hash } };
};

const maxTries = 3;

/**
 * Changes a client of the caller, and once more where somebody else has changed it meanwhile. A change that is none
 * (`null`) writes nothing.
 */
const changeClient = async (
  deps: ClientDeps,
  own: OwnClient,
  change: (client: StoredClient) => ClientChange | null,
): Promise<Either<ClientFailure, StoredClient>> => {
  const fault = clockFault(deps.clock);
  if (fault) return E.left(fault);
  for (let tries = 1; ; tries += 1) {
    const found = await ownClient(deps, own);
    if (E.isLeft(found)) return found;
    const asked = change(found.right);
    if (asked === null) return found;
    const { entry, next } = changed(deps, own, found.right, asked);
    const replaced = await deps.clientStore.replace(next, entry)();
    if (E.isRight(replaced)) {
      deps.knownClients.put(next);
      return E.right(next);
    }
    if (replaced.left._tag === 'Unavailable' || tries === maxTries) return replaced;
  }
};

/**
 * Gives a client a new secret. The one before admits for `overlapSeconds` beside it, and with 0 not any more. Tokens
 * that were issued stay valid until they end.
 */
export type RotateClientSecret = (
  input: OwnClient & { readonly overlapSeconds: number },
) => TaskEither<ClientFailure, ClientWithSecret>;

export const rotateClientSecret =
  (deps: ClientDeps): RotateClientSecret =>
  ({ overlapSeconds, ...own }) =>
  async () => {
    const { secret, stored } = newClientSecret(deps.ids);
    const rotated = await changeClient(deps, own, (client) => ({
      type: 'client.secret_rotated',
      secrets: rotatedClientSecrets(client, stored, deps.clock.now(), overlapSeconds * 1000),
    }));
    return E.isLeft(rotated) ? rotated : E.right({ client: rotated.right, secret });
  };

/** Disables a client, which gets no token from then on and whose tokens are refused, or enables it again. */
export type SetClientDisabled = (
  input: OwnClient & { readonly isDisabled: boolean },
) => TaskEither<ClientFailure, StoredClient>;

export const setClientDisabled =
  (deps: ClientDeps): SetClientDisabled =>
  ({ isDisabled, ...own }) =>
  () =>
    changeClient(deps, own, (client) => {
      if (client.isDisabled === isDisabled) return null;
      return { type: isDisabled ? 'client.disabled' : 'client.enabled', isDisabled };
    });
