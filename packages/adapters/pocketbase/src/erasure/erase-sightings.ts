import { E, type ProfileId, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { allRows, deleteAll, deleteRow, forEach, Row } from './rows.ts';

const TimeRow = t.type(
  { id: t.string, partner_key: t.string, kind: t.string, digest: t.string, profile: t.string },
  'sighting time row',
);
type TimeRow = t.TypeOf<typeof TimeRow>;

/** The attempts of other profiles that showed the same digest. */
const othersOf = (
  client: PocketbaseClient,
  { partner_key: partner, kind, digest }: TimeRow,
  id: ProfileId,
): TaskEither<Unavailable, readonly TimeRow[]> =>
  allRows(client, TimeRow, {
    collection: 'sighting_times',
    expression: 'digest = {:digest} && kind = {:kind} && partner_key = {:partner} && profile != {:id}',
    values: { digest, kind, partner, id },
  });

/** How many ids one query names. */
const perQuestion = 50;

/**
 * Selects the profiles that are not being erased. When several profiles of a reference are erased at once, each would
 * otherwise treat the others as a reason to keep what they showed. A row that no longer holds personal data has no
 * reference.
 */
const keptOf =
  (client: PocketbaseClient) =>
  (rows: readonly TimeRow[]): TaskEither<Unavailable, readonly string[]> =>
  async () => {
    const ids = [...new Set(rows.map(({ profile }) => profile))];
    const kept: string[] = [];
    for (let at = 0; at < ids.length; at += perQuestion) {
      const few = ids.slice(at, at + perQuestion);
      const found = await allRows(client, Row, {
        collection: 'profiles',
        expression: `reference_key != '' && (${few.map((_, n) => `id = {:id${n}}`).join(' || ')})`,
        values: Object.fromEntries(few.map((id, n) => [`id${n}`, id])),
      })();
      if (E.isLeft(found)) return found;
      kept.push(...found.right.map(({ id }) => id));
    }
    return E.right(kept);
  };

/** Deletes the record that a reference showed a digest, unless another profile of that reference showed it too. */
const eraseShown =
  (client: PocketbaseClient, id: ProfileId, reference: string, ofReference: readonly string[]) =>
  (shown: TimeRow): TaskEither<Unavailable, void> => {
    const { partner_key: partner, kind, digest } = shown;
    const expression = 'digest = {:digest} && kind = {:kind} && partner_key = {:partner} && reference = {:reference}';
    const search = { collection: 'sightings', expression, values: { digest, kind, partner, reference } };
    return TE.flatMap((others: readonly TimeRow[]) =>
      others.some(({ profile }) => ofReference.includes(profile)) ? TE.right(undefined) : deleteAll(client, search),
    )(othersOf(client, shown, id));
  };

/**
 * What a reference showed is kept for the reference, and is deleted with the last of its profiles. While another
 * profile remains, what only this profile showed is deleted as far as the times of attempts tell: there are times for
 * documents and devices, and none for persons and pictures.
 */
const eraseReference =
  (client: PocketbaseClient, id: ProfileId, times: readonly TimeRow[]) =>
  (ours: TimeRow): TaskEither<Unavailable, void> => {
    const { digest: reference, partner_key: partner } = ours;
    const all = {
      collection: 'sightings',
      expression: 'reference = {:reference} && partner_key = {:partner}',
      values: { reference, partner },
    };
    return pipe(
      othersOf(client, ours, id),
      TE.flatMap(keptOf(client)),
      TE.flatMap((ofReference) => {
        if (ofReference.length === 0) return deleteAll(client, all);
        const shown = times.filter(({ kind, partner_key }) => kind !== 'reference' && partner_key === partner);
        return forEach(shown, eraseShown(client, id, reference, ofReference));
      }),
    );
  };

/** Deletes a profile from the duplicate index. The times are deleted last: after a crash they lead to the rest. */
export const eraseSightings = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    TE.Do,
    TE.bindW('times', () =>
      allRows(client, TimeRow, { collection: 'sighting_times', expression: 'profile = {:id}', values: { id } }),
    ),
    TE.bindW('seen', ({ times }) => {
      const references = new Map(times.filter(({ kind }) => kind === 'reference').map((row) => [row.digest, row]));
      return forEach([...references.values()], eraseReference(client, id, times));
    }),
    TE.flatMap(({ times }) => forEach(times, (row) => deleteRow(client, 'sighting_times', row.id))),
  );
