import { CallerName } from '@portcullis/domain/input';
import {
  E,
  type Either,
  hasOuterBlanks,
  type Invalid,
  invalid,
  keyedMutex,
  pipe,
  type Scope,
  type StaffPrincipal,
  scopes,
  type TaskEither,
  TE,
  type Tenant,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '@portcullis/domain/kernel';
import { genesisHash } from '@portcullis/domain/ledger';
import type { ClientStore, Clock, IdGenerator, StoredClient } from '@portcullis/domain/ports';
import { isStaffId, namesStaff } from '@portcullis/domain/profile';
import {
  actorOf,
  clockFault,
  type IdempotentRequest,
  isoNow,
  type KnownClients,
  operationId,
} from '@portcullis/domain/use-cases';
import { administrationEntry } from '../access/administration-event.ts';
import { useCase } from '../access/use-case.ts';
import { roomForClient } from './client-limit.ts';
import { needsSecondPerson, newClientSecret } from './client-secrets.ts';

/** The possible scopes of a partner's client. The heads of the log of all entries tell of all partners together. */
export const partnerScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'ledger:read');

/**
 * A client with its new secret, which is shown once: it is `null` where an earlier attempt of the same request has made
 * it.
 */
export type CreatedClient = { readonly client: StoredClient; readonly secret: string | null };

/**
 * Creates a client of the caller's partner, of the team that is named, or of the caller's own. One that gets at persons
 * or reviews admits nobody before a second person has enabled it.
 */
export type CreateClient = (
  input: {
    readonly caller: StaffPrincipal;
    readonly name: string;
    readonly teamId: string | null | undefined;
    readonly scopes: readonly Scope[];
  } & IdempotentRequest,
) => TaskEither<Invalid | VersionConflict | Unavailable, CreatedClient>;

export type ClientDeps = {
  readonly clientStore: ClientStore;
  readonly knownClients: Pick<KnownClients, 'put'>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

const ownTenant = ({ tenant }: StaffPrincipal, asked: string | null | undefined): Either<Invalid, Tenant> => {
  const teamId = asked === undefined ? tenant.teamId : asked;
  // A mistyped one would be another team, which no staff account can have.
  if (teamId !== null && hasOuterBlanks(teamId))
    return E.left(invalid([{ pointer: '/team_id', message: 'expected no blanks at its ends' }]));
  if (teamId !== null && !CallerName.is(teamId))
    return E.left(invalid([{ pointer: '/team_id', message: `expected ${CallerName.name}` }]));
  return tenant.teamId === null || teamId === tenant.teamId
    ? E.right({ partnerId: tenant.partnerId, teamId })
    : E.left(invalid([{ pointer: '/team_id', message: 'expected your own team' }]));
};

/** A client signs what it does with its name, which a reader must not take for a member of staff. */
const nameFault = (name: string): Invalid | null =>
  isStaffId(name) || namesStaff(name)
    ? invalid([{ pointer: '/name', message: 'expected no name that looks like a member of staff' }])
    : null;

const scopeFault = (asked: readonly Scope[]): Invalid | null => {
  const at = asked.findIndex((scope) => !partnerScopes.includes(scope));
  return at < 0 ? null : invalid([{ pointer: `/scopes/${at}`, message: 'expected a scope that a partner may have' }]);
};

/**
 * Creations for one partner follow each other, so that each sees the one before and the limit holds within an instance.
 */
export const createClient = useCase(
  'createClient',
  ['clientStore', 'knownClients', 'clock', 'ids'],
  (deps: ClientDeps): CreateClient => {
    const mutex = keyedMutex();
    return (input) => mutex(input.caller.tenant.partnerId, createOne(deps, input));
  },
);

const createOne =
  (
    { clientStore, clock, ids, knownClients }: ClientDeps,
    { caller, name, operation = null, scopes: granted, teamId }: Parameters<CreateClient>[0],
  ): ReturnType<CreateClient> =>
  async () => {
    const tenant = ownTenant(caller, teamId);
    if (E.isLeft(tenant)) return tenant;
    const fault = nameFault(name) ?? scopeFault(granted) ?? clockFault(clock);
    if (fault) return E.left(fault);
    const id = operationId(ids, { operation }, 'client');
    const madeBefore = pipe(
      clientStore.find(id),
      TE.map((client): CreatedClient | null => (client === null ? null : { client, secret: null })),
    );
    // It is found before there has to be room: it may be the last one for which there was any.
    const before = operation?.isRetry === true ? await madeBefore() : E.right(null);
    if (E.isLeft(before)) return before;
    if (before.right !== null) return E.right(before.right);
    const room = await roomForClient({ clientStore }, caller.tenant.partnerId, { isNew: true, pointer: '/name' })();
    if (E.isLeft(room)) return room;
    const at = isoNow(clock);
    const { secret, stored } = newClientSecret(ids, caller);
    const event = { type: 'client.created', actor: actorOf(caller), tenant: tenant.right, at } as const;
    const data = { scopes: [...granted] };
    const entry = administrationEntry({ profileId: id, seq: 0, hash: genesisHash }, { ...event, data });
    const client: StoredClient = {
      id,
      name,
      tenant: tenant.right,
      scopes: granted,
      secrets: [needsSecondPerson(granted) ? { ...stored, awaitsOverlapMs: 0 } : stored],
      isDisabled: false,
      createdAt: at,
      updatedAt: at,
      version: entry.seq,
      ledgerHead: entry.hash,
    };
    const inserted = await clientStore.insert(client, entry)();
    if (E.isRight(inserted)) {
      knownClients.put(client);
      return E.right({ client, secret });
    }
    if (inserted.left._tag === 'Unavailable') return E.left(inserted.left);
    // Another attempt has made it meanwhile, which had taken this one for lost.
    const meanwhile = await madeBefore();
    if (E.isLeft(meanwhile)) return meanwhile;
    return meanwhile.right === null ? E.left(versionConflict) : E.right(meanwhile.right);
  };
