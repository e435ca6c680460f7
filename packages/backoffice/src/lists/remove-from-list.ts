import {
  E,
  type Invalid,
  isVisibleTo,
  type NotFound,
  notFound,
  type StaffPrincipal,
  type TaskEither,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { actorOf, clockFault, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { ListStore } from '../ports/list-store.ts';
import { removalOf } from './list-ledger.ts';

/**
 * Takes an entry off its list. It answers `NotFound` for an entry of another partner, and to a member of a team for
 * what their team has not put there. One whose row does not open is taken off like any other of the partner.
 */
export type RemoveFromList = (input: {
  readonly caller: StaffPrincipal;
  readonly id: string;
}) => TaskEither<Invalid | NotFound | VersionConflict | Unavailable, void>;

type Deps = {
  readonly listStore: Pick<ListStore, 'find' | 'remove'>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

const maxTries = 3;

export const removeFromList = useCase(
  'removeFromList',
  ['listStore', 'clock', 'ids'],
  ({ clock, ids, listStore }: Deps): RemoveFromList =>
    ({ caller, id }) =>
    async () => {
      const fault = clockFault(clock);
      if (fault) return E.left(fault);
      for (let tries = 1; ; tries += 1) {
        const found = await listStore.find(id)();
        if (E.isLeft(found)) return found;
        if (found.right === null || !isVisibleTo(caller.tenant, found.right.tenant)) return E.left(notFound);
        const entry = removalOf(ids, found.right, actorOf(caller), isoNow(clock));
        const removed = await listStore.remove(id, entry)();
        if (E.isRight(removed) || removed.left._tag === 'Unavailable' || tries === maxTries) return removed;
      }
    },
);
