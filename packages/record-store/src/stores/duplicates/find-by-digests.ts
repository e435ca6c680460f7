import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { maxCount } from '@portcullis/domain/ports';
import { allOf, anyOf, type Condition, equal, partsOf } from '../../driver/condition.ts';
import { pageOfRows, type RowCodec } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import type { KindedDigest } from '../../rows/duplicate-rows.ts';

/** How many digests one query names: PocketBase takes filters of 3,500 characters. */
export const digestsPerQuery = 20;

/** Asks all at once, and answers all that they find. */
export const concurrently =
  <A>(queries: readonly TaskEither<Unavailable, readonly A[]>[]): TaskEither<Unavailable, readonly A[]> =>
  async () => {
    const all: A[] = [];
    for (const answer of await Promise.all(queries.map((ask) => ask()))) {
      if (E.isLeft(answer)) return answer;
      all.push(...answer.right);
    }
    return E.right(all);
  };

type DigestTable = 'sightings' | 'sighting_times' | 'sighting_lists';

/**
 * The rows about any of several digests, up to `maxCount` for each. One query for some of them is enough, unless there
 * are so many rows that those of one digest could hide those of another.
 */
export const findByDigests = <A>(
  driver: RecordDriver,
  table: DigestTable,
  codec: RowCodec<A>,
  digests: readonly KindedDigest[],
  condition: Condition,
): TaskEither<Unavailable, readonly A[]> => {
  if (digests.length === 0) return TE.right([]);
  if (digests.length > digestsPerQuery) {
    const parts = partsOf(digests, digestsPerQuery);
    return concurrently(parts.map((part) => findByDigests(driver, table, codec, part, condition)));
  }
  const any = anyOf(digests.map(({ digest, kind }) => equal({ digest, kind })));
  return pipe(
    pageOfRows(driver, table, codec, { filter: allOf([any, condition]), limit: maxCount }),
    TE.flatMap((rows) =>
      rows.length < maxCount || digests.length === 1
        ? TE.right(rows)
        : concurrently(digests.map((one) => findByDigests(driver, table, codec, [one], condition))),
    ),
  );
};
