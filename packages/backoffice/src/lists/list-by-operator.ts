import type { FingerprintKind } from '@portcullis/domain/evidence';
import {
  E,
  type Either,
  type Invalid,
  operatorActor,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { Clock, IdGenerator, ListName } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import { isDamagedEntry, type ListEntryRecord, type ListStore } from '../ports/list-store.ts';
import { additionOf, removalOf } from './list-ledger.ts';

/** A digest of a partner, and the list on which it is to be; `null` takes it off both. */
export type OperatorListing = {
  readonly partnerId: string;
  readonly kind: FingerprintKind;
  readonly digest: string;
  readonly list: ListName | null;
  readonly note: string | null;
};

/**
 * Puts something on a list of a partner in the name of the operator, or takes it off. It is done as by staff of the
 * partner: the entry says who and when, and the ledger too. An entry that is on the list already, and says so, stays as
 * it is. Answers what stands then.
 */
export type ListByOperator = (
  listing: OperatorListing,
) => TaskEither<Invalid | VersionConflict | Unavailable, ListEntryRecord | null>;

type Deps = {
  readonly listStore: Pick<ListStore, 'standing' | 'add' | 'replace' | 'remove'>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** The entry on a list of a partner, if there is one. */
export const findListEntryRecord = (
  { listStore }: { readonly listStore: Pick<ListStore, 'standing'> },
  { digest, kind, partnerId }: Pick<OperatorListing, 'partnerId' | 'kind' | 'digest'>,
): TaskEither<Unavailable, ListEntryRecord | null> =>
  pipe(
    listStore.standing(partnerId, [{ kind, digest }]),
    TE.map((entries) => entries.find((one) => one.digest === digest) ?? null),
  );

/** Whether it is on the list, with who has put it there. */
const isDone = (before: ListEntryRecord | null, list: ListName | null): boolean =>
  before === null ? list === null : before.list === list && !isDamagedEntry(before);

const change = async (
  { clock, ids, listStore }: Deps,
  { digest, kind, list, note, partnerId }: OperatorListing,
  before: ListEntryRecord | null,
): Promise<Either<VersionConflict | Unavailable, ListEntryRecord | null>> => {
  const addedAt = isoNow(clock);
  const tenant = { partnerId, teamId: null };
  const removed = before === null ? [] : [removalOf(ids, before, operatorActor, addedAt)];
  const [removal] = removed;
  if (list === null) {
    if (before === null || removal === undefined) return E.right(null);
    return pipe(
      await listStore.remove(before.id, removal)(),
      E.map(() => null),
    );
  }
  const { added, head } = additionOf(ids, { kind, list, tenant }, operatorActor, addedAt);
  const entry = {
    list,
    kind,
    digest,
    tenant,
    note,
    addedAt,
    head,
    addedBy: operatorActor,
    profileId: null,
  };
  return listStore[before === null ? 'add' : 'replace'](entry, [...removed, added])();
};

const maxTries = 3;

export const listByOperator = useCase(
  'listByOperator',
  ['listStore', 'clock', 'ids'],
  (deps: Deps): ListByOperator =>
    (listing) =>
    async () => {
      for (let tries = 1; ; tries += 1) {
        const before = await findListEntryRecord(deps, listing)();
        if (E.isLeft(before) || isDone(before.right, listing.list)) return before;
        const changed = await change(deps, listing, before.right);
        if (E.isRight(changed) || changed.left._tag === 'Unavailable' || tries === maxTries) return changed;
      }
    },
);
