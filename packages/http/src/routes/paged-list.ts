import { E, type Either, type ProfileId, type TaskEither } from '@portcullis/domain';
import type { HttpError } from '../request/http-error.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import type { Reserve } from './route.ts';

const mebi = 1024 * 1024;

/** The bytes that are reserved for a list while it is read: for a page of full size and for its last chunk. */
const readReservationBytes = 4 * mebi;
/** A page ends once it has this many bytes, even when more entries were requested. */
const maxPageBytes = 2 * mebi;

/** `next` is the cursor after the last of the items; it is `null` when there are no more items. */
type Chunk<Cursor> = {
  readonly items: readonly unknown[];
  readonly next: Cursor | null;
  /** The profiles that the items show, where the items are profiles. */
  readonly profileIds?: readonly ProfileId[];
  /** How much among the items cannot be read, where a list says so. */
  readonly damaged?: number;
  /** The numbers of these, where they are told. */
  readonly damagedSeqs?: readonly number[];
  /** How many were looked at for the items, where a list says so. */
  readonly looked?: number;
};

export type PagedList<Cursor> = {
  /** The field that has the cursor of the next page. */
  readonly cursorField: string;
  readonly from: Cursor | null;
  /** The maximum number of items on the page. */
  readonly limit: number;
  /** The number of items that are read at a time. */
  readonly chunkSize: number;
  readonly read: (from: Cursor | null, limit: number) => TaskEither<HttpError, Chunk<Cursor>>;
};

type Page<Cursor> = {
  readonly next: Cursor | null;
  readonly texts: readonly string[];
  readonly profileIds: readonly ProfileId[] | null;
  /** What the page says beside its items, under its names there. */
  readonly counts: object;
};

/**
 * Reads until the page is full. Items are serialized as soon as they are read, so that the records of only one chunk
 * are in memory.
 */
const readPage = async <Cursor>({
  from,
  limit,
  chunkSize,
  read,
}: PagedList<Cursor>): Promise<Either<HttpError, Page<Cursor>>> => {
  const texts: string[] = [];
  let profileIds: readonly ProfileId[] | null = null;
  const counts: { damaged?: number; damaged_seqs?: readonly number[]; looked?: number } = {};
  let bytes = 0;
  let next = from;
  for (;;) {
    const wanted = Math.min(chunkSize, limit - texts.length);
    const chunk = await read(next, wanted)();
    if (E.isLeft(chunk)) return chunk;
    for (const item of chunk.right.items) {
      const text = JSON.stringify(item);
      bytes += Buffer.byteLength(text);
      texts.push(text);
    }
    next = chunk.right.next;
    if (chunk.right.profileIds !== undefined) profileIds = [...(profileIds ?? []), ...chunk.right.profileIds];
    const { damaged, damagedSeqs, looked } = chunk.right;
    if (damaged !== undefined) counts.damaged = (counts.damaged ?? 0) + damaged;
    if (damagedSeqs !== undefined) counts.damaged_seqs = [...(counts.damaged_seqs ?? []), ...damagedSeqs];
    if (looked !== undefined) counts.looked = (counts.looked ?? 0) + looked;
    const isEnough = texts.length >= limit || bytes >= maxPageBytes || chunk.right.items.length < wanted;
    if (next === null || isEnough) return E.right({ texts, next, profileIds, counts });
  }
};

/**
 * Writes a page of a list as JSON. The list is read chunk by chunk and the page ends early when its items are large, so
 * that the size of a response is limited. Its memory is reserved until the client has received it.
 */
export const pagedList =
  <Cursor>(reserve: Reserve, list: PagedList<Cursor>): TaskEither<HttpError, HttpResponse> =>
  async () => {
    const room = reserve(readReservationBytes);
    if (E.isLeft(room)) return room;
    const page = await readPage(list);
    if (E.isLeft(page)) return page;
    const { texts, next, profileIds, counts } = page.right;
    const counted = Object.entries(counts)
      .map(([name, count]) => `,"${name}":${JSON.stringify(count)}`)
      .join('');
    const bytes = `{"object":"list","data":[${texts.join(',')}],"${list.cursorField}":${JSON.stringify(next)}${counted}}`;
    const kept = reserve(Buffer.byteLength(bytes));
    if (E.isLeft(kept)) return kept;
    const headers = { 'Content-Type': 'application/json' };
    return E.right({ status: 200, headers, bytes, ...(profileIds !== null && { profileIds }) });
  };
