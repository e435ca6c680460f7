import { E, type Either, type TaskEither } from '@portcullis/domain';
import type { HttpError } from '../http-error.ts';
import type { Answer, Hold } from '../route.ts';

const mebi = 1024 * 1024;

/** What a list counts as while it is read, in bytes: a page that is long enough, and the last piece of it. */
const whileRead = 4 * mebi;
/** From this many bytes on a page ends, though more entries were asked for. */
const longEnough = 2 * mebi;

/** `next` names the place behind the last of the items; `null` when there is nothing behind it. */
type Piece<Place> = { readonly items: readonly unknown[]; readonly next: Place | null };

export type LongList<Place> = {
  /** The field that says where the next page begins. */
  readonly nextName: string;
  readonly from: Place | null;
  /** Items of the page at most. */
  readonly limit: number;
  /** Items that are read at a time. */
  readonly step: number;
  readonly read: (from: Place | null, limit: number) => TaskEither<HttpError, Piece<Place>>;
};

type Page<Place> = { readonly texts: readonly string[]; readonly next: Place | null };

/** Reads until there is enough. What was read is a text from then on: of the records only one piece is held. */
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
 * A page of a list as JSON. It is read piece by piece and ends early where it is long, so no answer is as large as its
 * items might be; what it takes is held until the client has it.
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
