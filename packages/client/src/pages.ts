import { type Result, unwrap } from './api/result.ts';

type Page<Item, Cursor> = { readonly items: readonly Item[]; readonly next: Cursor | null };

/**
 * The items of all pages, one after the other; the next page is asked for when it is needed. A failure is thrown as a
 * `ProblemError`.
 */
export async function* allPages<Answer, Item, Cursor>(
  read: (cursor: Cursor | undefined) => Promise<Result<Answer>>,
  pageOf: (answer: Answer) => Page<Item, Cursor>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: Cursor | undefined; ; ) {
    const { items, next } = pageOf(unwrap(await read(cursor)));
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}

/** A page of a list, and what selects the next one. */
type CursorPage<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };
type CursorQuery = { readonly cursor?: string };

/** The items of a list whose pages say in `next_cursor` where the next one begins. */
export const allByCursor = <Item>(read: (next: CursorQuery) => Promise<Result<CursorPage<Item>>>) =>
  allPages(
    (cursor?: string) => read(cursor === undefined ? {} : { cursor }),
    ({ data: items, next_cursor: next }) => ({ items, next }),
  );
