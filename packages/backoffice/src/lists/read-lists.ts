import type { FingerprintKind } from '@portcullis/domain/evidence';
import {
  E,
  type Invalid,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { ListName, ProfileStore } from '@portcullis/domain/ports';
import { decodeListCursor, encodeListCursor } from '../access/page-cursors.ts';
import { useCase } from '../access/use-case.ts';
import { type ListPosition, type ListStore, maxListPage } from '../ports/list-store.ts';
import { hideErased } from './hide-erased.ts';
import { type ListEntryView, viewEntry } from './list-view.ts';

/** The entries that are asked for. `cursor` is the `next` of the page before. */
export type ListFilter = {
  readonly list?: ListName;
  readonly kind?: FingerprintKind;
  readonly limit: number;
  readonly cursor?: string;
};

/**
 * Lists what the partner of the caller blocks and allows, the newest entries first, those that say no time last. The
 * list of an entry is sealed: at most a thousand are looked at for one answer, which may then have few, or none, with a
 * `next` all the same. Notes on the other list are not opened. An entry names no profile that is being erased, and has
 * no note of it.
 */
export type ReadLists = (input: {
  readonly caller: StaffPrincipal;
  readonly filter: ListFilter;
}) => TaskEither<Invalid | Unavailable, ReadEntries>;

/**
 * `damaged` is how many of those that were looked at do not open, without those that are known to be on another list
 * than was asked for.
 */
export type ReadEntries = {
  readonly items: readonly ListEntryView[];
  readonly damaged: number;
  readonly next: string | null;
};

const maxLooked = 1000;

type Deps = { readonly listStore: Pick<ListStore, 'page'>; readonly profiles: ProfileStore };

const lookThrough =
  ({ listStore }: Deps): ReadLists =>
  ({ caller, filter: { cursor, kind = null, limit, list } }) =>
  async () => {
    const items: ListEntryView[] = [];
    let damaged = 0;
    const perRead = list === undefined ? Math.min(limit + 1, maxListPage) : maxListPage;
    let at: ListPosition | null = cursor === undefined ? null : decodeListCursor(cursor);
    for (let looked = 0; looked < maxLooked; looked += perRead) {
      const page = await listStore.page(caller.tenant.partnerId, kind, at, perRead, list)();
      if (E.isLeft(page)) return page;
      for (const { entry, isElsewhere = false, position } of page.right) {
        if (items.length >= limit) return E.right({ items, damaged, next: at && encodeListCursor(at) });
        at = position;
        if (isElsewhere) continue;
        if (entry === null) damaged += 1;
        else items.push(viewEntry(caller, entry));
      }
      if (page.right.length < perRead) return E.right({ items, damaged, next: null });
    }
    return E.right({ items, damaged, next: at && encodeListCursor(at) });
  };

export const readLists = useCase(
  'readLists',
  ['listStore', 'profiles'],
  (deps: Deps): ReadLists =>
    ({ caller, filter }) =>
      pipe(
        TE.Do,
        TE.bindW('found', () => lookThrough(deps)({ caller, filter })),
        TE.bindW('items', ({ found }) => hideErased(deps, caller, found.items)),
        TE.map(({ found, items }) => ({ ...found, items })),
      ),
);
