import { E, type ProfileId, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { allOf, anyOf, compare, equal } from '../driver/condition.ts';
import { IdRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { deleteAllRows, deleteRow, findAllRows, forEachSequential, ofProfile } from './row-operations.ts';

const TimeRow = t.type({ id: t.string, partner_key: t.string, kind: t.string, digest: t.string, profile: t.string });
type TimeRow = t.TypeOf<typeof TimeRow>;

/** The attempts of other profiles that showed the same digest. */
const otherAttempts = (
  driver: RecordDriver,
  { partner_key: partner, kind, digest }: TimeRow,
  id: ProfileId,
): TaskEither<Unavailable, readonly TimeRow[]> =>
  findAllRows(driver, TimeRow, {
    table: 'sighting_times',
    filter: allOf([equal({ digest, kind, partner_key: partner }), compare('profile', '!=', id)]),
  });

/** How many ids one query names. */
const idsPerQuery = 50;

/**
 * Selects the profiles that are not being erased. When several profiles of a reference are erased at once, each would
 * otherwise treat the others as a reason to keep what they showed. A row that no longer holds personal data has no
 * reference.
 */
const remainingProfiles =
  (driver: RecordDriver) =>
  (rows: readonly TimeRow[]): TaskEither<Unavailable, readonly string[]> =>
  async () => {
    const ids = [...new Set(rows.map(({ profile }) => profile))];
    const remaining: string[] = [];
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const chunk = ids.slice(at, at + idsPerQuery);
      const isOneOfThem = anyOf(chunk.map((id) => compare('id', '=', id)));
      const found = await findAllRows(driver, IdRow, {
        table: 'profiles',
        filter: allOf([compare('reference_key', '!=', ''), isOneOfThem]),
        columns: ['id'],
      })();
      if (E.isLeft(found)) return found;
      remaining.push(...found.right.map(({ id }) => id));
    }
    return E.right(remaining);
  };

/** Deletes the record that a reference showed a digest, unless another profile of that reference showed it too. */
const eraseDigest =
  (driver: RecordDriver, id: ProfileId, reference: string, remaining: readonly string[]) =>
  (shown: TimeRow): TaskEither<Unavailable, void> => {
    const { partner_key: partner, kind, digest } = shown;
    const search = { table: 'sightings', filter: equal({ digest, kind, partner_key: partner, reference }) } as const;
    return pipe(
      otherAttempts(driver, shown, id),
      TE.flatMap((others) =>
        others.some(({ profile }) => remaining.includes(profile)) ? TE.right(undefined) : deleteAllRows(driver, search),
      ),
    );
  };

/**
 * The fingerprints of a reference are kept for the reference, and are deleted with the last of its profiles. While
 * another profile remains, what only this profile showed is deleted as far as the times of attempts tell: there are
 * times for documents and devices, and none for persons and pictures.
 */
const eraseReference =
  (driver: RecordDriver, id: ProfileId, times: readonly TimeRow[]) =>
  (own: TimeRow): TaskEither<Unavailable, void> => {
    const { digest: reference, partner_key: partner } = own;
    const all = { table: 'sightings', filter: equal({ reference, partner_key: partner }) } as const;
    return pipe(
      otherAttempts(driver, own, id),
      TE.flatMap(remainingProfiles(driver)),
      TE.flatMap((remaining) => {
        if (remaining.length === 0) return deleteAllRows(driver, all);
        const shown = times.filter(({ kind, partner_key }) => kind !== 'reference' && partner_key === partner);
        return forEachSequential(shown, eraseDigest(driver, id, reference, remaining));
      }),
    );
  };

/** Deletes a profile from the duplicate index. The times are deleted last: after a crash they lead to the rest. */
export const eraseDuplicates = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    TE.Do,
    TE.bindW('times', () => findAllRows(driver, TimeRow, ofProfile('sighting_times', id))),
    TE.bindW('seen', ({ times }) => {
      const references = new Map(times.filter(({ kind }) => kind === 'reference').map((row) => [row.digest, row]));
      return forEachSequential([...references.values()], eraseReference(driver, id, times));
    }),
    TE.flatMap(({ times }) => forEachSequential(times, (row) => deleteRow(driver, 'sighting_times', row.id))),
  );
