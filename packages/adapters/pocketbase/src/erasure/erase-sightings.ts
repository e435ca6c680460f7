import { E, type ProfileId, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { allRows, deleteAll, deleteRow, forEach, Row } from './rows.ts';

const TimeRow = t.type(
  { id: t.string, partner_key: t.string, kind: t.string, digest: t.string, profile: t.string },
  'sighting time row',
);
type TimeRow = t.TypeOf<typeof TimeRow>;

/** When other profiles showed the same. */
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

/** How many ids one question names. */
const perQuestion = 50;

/**
 * Those of some profiles that are not being erased: of several of a reference that are, each would else take the others
 * for a reason to leave what they showed. A row that holds nothing of a person any more has no reference.
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

/** Takes away that a reference showed a digest, unless another profile of that reference did. */
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
 * What a reference showed is kept for the reference, and goes with the last of its profiles. While another one is left,
 * what only this profile showed goes, as far as the times of attempts tell: they do of documents and devices, and not of
 * persons and pictures.
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

/** Takes a profile out of what was seen before. The times go last: by them the rest is found again after a crash. */
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
