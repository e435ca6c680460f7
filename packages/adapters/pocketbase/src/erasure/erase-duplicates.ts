import { E, type ProfileId, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { deleteAllRows, deleteRow, findAllRows, forEachSequential, Row } from './row-operations.ts';

const TimeRow = t.type(
  { id: t.string, partner_key: t.string, kind: t.string, digest: t.string, profile: t.string },
  'sighting time row',
);
type TimeRow = t.TypeOf<typeof TimeRow>;

/** The attempts of other profiles that showed the same digest. */
const otherAttempts = (
  client: PocketbaseClient,
  { partner_key: partner, kind, digest }: TimeRow,
  id: ProfileId,
): TaskEither<Unavailable, readonly TimeRow[]> =>
  findAllRows(client, TimeRow, {
    collection: 'sighting_times',
    expression: 'digest = {:digest} && kind = {:kind} && partner_key = {:partner} && profile != {:id}',
    values: { digest, kind, partner, id },
  });

/** How many ids one query names. */
const idsPerQuery = 50;

/**
 * Selects the profiles that are not being erased. When several profiles of a reference are erased at once, each would
 * otherwise treat the others as a reason to keep what they showed. A row that no longer holds personal data has no
 * reference.
 */
const remainingProfiles =
  (client: PocketbaseClient) =>
  (rows: readonly TimeRow[]): TaskEither<Unavailable, readonly string[]> =>
  async () => {
    const ids = [...new Set(rows.map(({ profile }) => profile))];
    const remaining: string[] = [];
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const chunk = ids.slice(at, at + idsPerQuery);
      const found = await findAllRows(client, Row, {
        collection: 'profiles',
        expression: `reference_key != '' && (${chunk.map((_, n) => `id = {:id${n}}`).join(' || ')})`,
        values: Object.fromEntries(chunk.map((id, n) => [`id${n}`, id])),
      })();
      if (E.isLeft(found)) return found;
      remaining.push(...found.right.map(({ id }) => id));
    }
    return E.right(remaining);
  };

/** Deletes the record that a reference showed a digest, unless another profile of that reference showed it too. */
const eraseDigest =
  (client: PocketbaseClient, id: ProfileId, reference: string, remaining: readonly string[]) =>
  (shown: TimeRow): TaskEither<Unavailable, void> => {
    const { partner_key: partner, kind, digest } = shown;
    const expression = 'digest = {:digest} && kind = {:kind} && partner_key = {:partner} && reference = {:reference}';
    const search = { collection: 'sightings', expression, values: { digest, kind, partner, reference } };
    return TE.flatMap((others: readonly TimeRow[]) =>
      others.some(({ profile }) => remaining.includes(profile)) ? TE.right(undefined) : deleteAllRows(client, search),
    )(otherAttempts(client, shown, id));
  };

/**
 * What a reference showed is kept for the reference, and is deleted with the last of its profiles. While another
 * profile remains, what only this profile showed is deleted as far as the times of attempts tell: there are times for
 * documents and devices, and none for persons and pictures.
 */
const eraseReference =
  (client: PocketbaseClient, id: ProfileId, times: readonly TimeRow[]) =>
  (own: TimeRow): TaskEither<Unavailable, void> => {
    const { digest: reference, partner_key: partner } = own;
    const all = {
      collection: 'sightings',
      expression: 'reference = {:reference} && partner_key = {:partner}',
      values: { reference, partner },
    };
    return pipe(
      otherAttempts(client, own, id),
      TE.flatMap(remainingProfiles(client)),
      TE.flatMap((remaining) => {
        if (remaining.length === 0) return deleteAllRows(client, all);
        const shown = times.filter(({ kind, partner_key }) => kind !== 'reference' && partner_key === partner);
        return forEachSequential(shown, eraseDigest(client, id, reference, remaining));
      }),
    );
  };

/** Deletes a profile from the duplicate index. The times are deleted last: after a crash they lead to the rest. */
export const eraseDuplicates = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    TE.Do,
    TE.bindW('times', () =>
      findAllRows(client, TimeRow, { collection: 'sighting_times', expression: 'profile = {:id}', values: { id } }),
    ),
    TE.bindW('seen', ({ times }) => {
      const references = new Map(times.filter(({ kind }) => kind === 'reference').map((row) => [row.digest, row]));
      return forEachSequential([...references.values()], eraseReference(client, id, times));
    }),
    TE.flatMap(({ times }) => forEachSequential(times, (row) => deleteRow(client, 'sighting_times', row.id))),
  );
