import {
  E,
  type Either,
  type Invalid,
  isVisibleTo,
  keyedMutex,
  type NotFound,
  notFound,
  type SecondPersonRequired,
  type StaffPrincipal,
  secondPersonForClient,
  type TaskEither,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import {
  type DamagedClient,
  isDamagedClient,
  type LedgerReader,
  makersOf,
  type StoredClient,
} from '@portcullis/domain/ports';
import {
  actorOf,
  clockFault,
  type IdempotentRequest,
  isoNow,
  newestEntry,
  operationId,
} from '@portcullis/domain/use-cases';
import {
  type AdministrationEvent,
  type AdministrationEventType,
  administrationEntry,
  ownerOfAdministration,
} from '../access/administration-event.ts';
import { newestEntryOfDamaged } from '../access/records.ts';
import { useCase } from '../access/use-case.ts';
import { roomForClient } from './client-limit.ts';
import { awaitingSecret, confirmedClientSecrets, newClientSecret, rotatedClientSecrets } from './client-secrets.ts';
import type { ClientDeps, CreatedClient } from './create-client.ts';

type LedgerDeps = ClientDeps & { readonly ledgerReader: LedgerReader };

type OwnClient = { readonly caller: StaffPrincipal; readonly id: string };
export type ClientFailure = NotFound | VersionConflict | Unavailable;

/** The fields that may be changed, and the event for the ledger. */
type ClientChange = Partial<Pick<StoredClient, 'secrets' | 'isDisabled'>> & {
  readonly type: AdministrationEventType;
  readonly data?: AdministrationEvent['data'];
};

const ownClient = async (
  { clientStore }: ClientDeps,
  { caller, id }: OwnClient,
): Promise<Either<NotFound | Unavailable, StoredClient>> => {
  const found = await clientStore.find(id)();
  if (E.isLeft(found)) return found;
  if (found.right === null || !isVisibleTo(caller.tenant, found.right.tenant)) return E.left(notFound);
  return E.right(found.right);
};

const changed = (deps: ClientDeps, { caller }: OwnClient, client: StoredClient, asked: ClientChange) => {
  const { data = {}, type, ...change } = asked;
  const at = isoNow(deps.clock);
  const head = { profileId: client.id, seq: client.version, hash: client.ledgerHead };
  const entry = administrationEntry(head, { type, actor: actorOf(caller), tenant: client.tenant, at, data });
  // Each reader of a secret that ends stays behind what was reviewed by it.
  const formerMakers = change.secrets === undefined ? {} : { formerMakers: makersOf(client) };
  return {
    entry,
    next: {
      ...client,
      ...change,
      ...formerMakers,
      updatedAt: at,
      version: entry.seq,
      ledgerHead: entry.hash,
    },
  };
};

const maxTries = 3;

/**
 * Changes a client of the caller, and once more where somebody else has changed it meanwhile; `tries` counts from 1. A
 * change that is none (`null`) writes nothing.
 */
const changeClient = async (
  deps: ClientDeps,
  own: OwnClient,
  change: (client: StoredClient, tries: number) => Promise<Either<Unavailable, ClientChange | null>>,
): Promise<Either<ClientFailure, StoredClient>> => {
  const fault = clockFault(deps.clock);
  if (fault) return E.left(fault);
  for (let tries = 1; ; tries += 1) {
    const found = await ownClient(deps, own);
    if (E.isLeft(found)) return found;
    const asked = await change(found.right, tries);
    if (E.isLeft(asked)) return asked;
    if (asked.right === null) return found;
    const { entry, next } = changed(deps, own, found.right, asked.right);
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
 * that were issued stay valid until they end. Where the client gets at persons or reviews, the new one admits only once
 * a second person has enabled the client, and the time of the one before begins then. An operation is carried out once:
 * a further attempt gets the client without the secret.
 */
export type RotateClientSecret = (
  input: OwnClient & { readonly overlapSeconds: number } & IdempotentRequest,
) => TaskEither<Invalid | ClientFailure, CreatedClient>;

const rotated = 'client.secret_rotated';

export const rotateClientSecret = useCase(
  'rotateClientSecret',
  ['clientStore', 'knownClients', 'clock', 'ids', 'ledgerReader'],
  (deps: LedgerDeps): RotateClientSecret =>
    ({ operation = null, overlapSeconds, ...own }) =>
    async () => {
      const { secret, stored } = newClientSecret(deps.ids, own.caller);
      const data = operation === null ? {} : { operation: operationId(deps.ids, { operation }, 'rotation') };
      const isOwn = (entry: LedgerEntry): boolean =>
        entry.type === rotated && entry.data['operation'] === data.operation;
      let isRepeated = false;
      const changed = await changeClient(deps, own, async (client, tries) => {
        if (operation !== null && (operation.isRetry || tries > 1)) {
          const before = await newestEntry(deps, client.id, isOwn)();
          if (E.isLeft(before)) return before;
          isRepeated = before.right !== null;
          if (isRepeated) return E.right(null);
        }
        const secrets = rotatedClientSecrets(client, stored, deps.clock.now(), overlapSeconds * 1000);
        return E.right({ type: rotated, secrets, data });
      });
      // The attempt before may have been carried out after the client was read, and before its ledger was.
      const client = isRepeated ? await ownClient(deps, own) : changed;
      return E.isLeft(client) ? client : E.right({ client: client.right, secret: isRepeated ? null : secret });
    },
);

/**
 * Disables a client, which gets no token from then on and whose tokens are refused, or enables it again. One whose row
 * does not open is replaced by a disabled one that has neither secrets nor scopes, in whose row nothing opens that was
 * sealed in the earlier one. It belongs to whom its ledger says, and cannot be enabled as it was. A restored earlier
 * row brings that client back, until it is disabled in the same way: its row is older than its ledger. The person who
 * enables a client takes the secret that somebody else has made for it and that waits for a second person; its maker
 * cannot.
 */
export type SetClientDisabled = (
  input: OwnClient & { readonly isDisabled: boolean },
) => TaskEither<ClientFailure | Invalid | SecondPersonRequired, StoredClient>;

const disableDamaged = async (
  deps: LedgerDeps,
  own: OwnClient,
  damaged: DamagedClient,
): Promise<Either<ClientFailure, StoredClient>> => {
  const newest = await newestEntryOfDamaged(deps, own.caller, damaged)();
  if (E.isLeft(newest)) return newest;
  if (newest.right === null) return E.left(notFound);
  const fault = clockFault(deps.clock);
  if (fault) return E.left(fault);
  const empty: StoredClient = {
    id: damaged.id,
    name: '',
    tenant: ownerOfAdministration(newest.right),
    scopes: [],
    secrets: [],
    isDisabled: true,
    createdAt: damaged.createdAt ?? isoNow(deps.clock),
    updatedAt: '',
    version: newest.right.seq,
    ledgerHead: newest.right.hash,
  };
  const { entry, next } = changed(deps, own, empty, { type: 'client.disabled', data: { damaged: true } });
  const replaced = await deps.clientStore.replace(next, entry)();
  if (E.isLeft(replaced)) return replaced;
  deps.knownClients.put(next);
  return E.right(next);
};

/**
 * Disables a client whose row is older than its ledger: somebody has put the row back. The ledger is read before the
 * row, which a change writes together with its entry, so that no change of the meantime looks like that.
 */
const disablePutBack = async (
  deps: LedgerDeps,
  own: OwnClient,
  conflict: VersionConflict,
): Promise<Either<ClientFailure, StoredClient>> => {
  const newest = await newestEntryOfDamaged(deps, own.caller, own)();
  if (E.isLeft(newest)) return newest;
  const found = await ownClient(deps, own);
  if (E.isLeft(found)) return found;
  const { createdAt, id, tenant, updatedAt, version } = found.right;
  return newest.right !== null && version < newest.right.seq
    ? disableDamaged(deps, own, { isDamaged: true, id, tenant, createdAt, updatedAt })
    : E.left(conflict);
};

const disable = async (deps: LedgerDeps, own: OwnClient): Promise<Either<ClientFailure, StoredClient>> => {
  const standing = await deps.clientStore.standing(own.id)();
  if (E.isLeft(standing)) return standing;
  if (standing.right !== null && isDamagedClient(standing.right)) return disableDamaged(deps, own, standing.right);
  const disabled = await changeClient(deps, own, async ({ isDisabled }) =>
    E.right(isDisabled ? null : { type: 'client.disabled', isDisabled: true }),
  );
  return E.isLeft(disabled) && disabled.left._tag === 'VersionConflict'
    ? disablePutBack(deps, own, disabled.left)
    : disabled;
};

/** The changes of enabling a client: that it is disabled, and the secret that waits for somebody else. */
const enabling = ({ clock }: ClientDeps, { caller }: OwnClient, client: StoredClient): ClientChange | null => {
  const secrets = confirmedClientSecrets(client, caller, clock.now());
  if (secrets === null) return client.isDisabled ? { type: 'client.enabled', isDisabled: false } : null;
  const author = awaitingSecret(client)?.madeBy ?? '';
  return { type: 'client.enabled', isDisabled: false, secrets, data: { author } };
};

/** Whether all that a client waits for is somebody else than the caller. */
const needsAnother = (client: StoredClient, change: ClientChange | null): boolean => {
  const isAwaiting = awaitingSecret(client) !== null && change?.secrets === undefined;
  return isAwaiting && (change === null || client.secrets.length === 1);
};

const enable = async (
  deps: LedgerDeps,
  own: OwnClient,
): Promise<Either<ClientFailure | Invalid | SecondPersonRequired, StoredClient>> => {
  const found = await ownClient(deps, own);
  if (E.isLeft(found)) return found;
  const asked = enabling(deps, own, found.right);
  if (needsAnother(found.right, asked)) return E.left(secondPersonForClient);
  if (asked === null) return found;
  if (found.right.isDisabled) {
    const room = await roomForClient(deps, found.right.tenant.partnerId, { isNew: false, pointer: '' })();
    if (E.isLeft(room)) return room;
  }
  return changeClient(deps, own, async (client) => E.right(enabling(deps, own, client)));
};

export const setClientDisabled = useCase(
  'setClientDisabled',
  ['clientStore', 'knownClients', 'clock', 'ids', 'ledgerReader'],
  (deps: LedgerDeps): SetClientDisabled => {
    const mutex = keyedMutex();
    return ({ isDisabled, ...own }) =>
      isDisabled ? () => disable(deps, own) : mutex(own.caller.tenant.partnerId, () => enable(deps, own));
  },
);
