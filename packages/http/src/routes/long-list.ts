import { E, type Either, type TaskEither } from '@portcullis/domain';
import type { HttpError } from '../http-error.ts';
import type { Answer, Hold } from '../route.ts';

const mebi = 1024 * 1024;

/** The bytes that are reserved for a list while it is read: for a page of full size and for its last chunk. */
const whileRead = 4 * mebi;
/** A page ends once it has this many bytes, even when more entries were requested. */
const longEnough = 2 * mebi;

/** `next` is the cursor after the last of the items; it is `null` when there are no more items. */
type Piece<Place> = { readonly items: readonly unknown[]; readonly next: Place | null };

export type LongList<Place> = {
  /** The field that has the cursor of the next page. */
  readonly nextName: string;
  readonly from: Place | null;
  /** The maximum number of items on the page. */
  readonly limit: number;
  /** The number of items that are read at a time. */
  readonly step: number;
  readonly read: (from: Place | null, limit: number) => TaskEither<HttpError, Piece<Place>>;
};

type Page<Place> = { readonly texts: readonly string[]; readonly next: Place | null };

/**
 * Reads until the page is full. Items are serialized as soon as they are read, so that the records of only one chunk
 * are in memory.
 */
const pageOf = async <Place>({ from, limit, step, read }: LongList<Place>): Promise<Either<HttpError, Page<Place>>> => {
  const texts: string[] = [];
  let [bytes, next] = [0, from];
  for (;;) {
    const wanted = Math.min(step, limit - texts.length);
    const piece = await read(next, wanted)();
    if (E.isLeft(piece)) return piece;
    for (const item of piece.right.items) {
      const text = JSON.stringify(item);
      bytes += Buffer.byteLength(text);
      texts.push(text);
    }
    next = piece.right.next;
    const isEnough = texts.length >= limit || bytes >= longEnough || piece.right.items.length < wanted;
    if (next === null || isEnough) return E.right({ texts, next });
  }
};

/**
 * Writes a page of a list as JSON. The list is read chunk by chunk and the page ends early when its items are large, so
 * that the size of a response is limited. Its memory is reserved until the client has received it.
 */
export const longList =
  <Place>(hold: Hold, list: LongList<Place>): TaskEither<HttpError, Answer> =>
  async () => {
    const room = hold(whileRead);
    if (E.isLeft(room)) return room;
    const page = await pageOf(list);
    if (E.isLeft(page)) return page;
    const { texts, next } = page.right;
    const bytes = `{"object":"list","data":[${texts.join(',')}],"${list.nextName}":${JSON.stringify(next)}}`;
    const kept = hold(Buffer.byteLength(bytes));
    if (E.isLeft(kept)) return kept;
    return E.right({ status: 200, headers: { 'Content-Type': 'application/json' }, bytes });
  };
