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
