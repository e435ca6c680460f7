import type { RecordDatabase } from '@portcullis/app/record-database';
import { E, type Either, pipe, type Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding, ProfileScan } from '@portcullis/domain/ports';
import { eachPage } from '../command/each-page.ts';

/** How many damaged rows are named, how many profiles are read at a time, and how many without `--all`. */
const maxNamed = 20;
const profilesPerRead = 100;
const maxOpened = 10_000;

type Found = Either<Unavailable, readonly DiagnosisFinding[]>;

/** Counts damaged rows, and keeps the ids of the first ones. */
const newDamage = () => {
  const named: string[] = [];
  let count = 0;
  return {
    add: (ids: readonly string[]): void => {
      count += ids.length;
      named.push(...ids.slice(0, maxNamed - named.length));
    },
    finding: (subject: string, remedy: string): readonly DiagnosisFinding[] => {
      if (count === 0) return [];
      const more = count > maxNamed ? ` and ${count - maxNamed} more` : '';
      const rows =
        count === 1
          ? 'one row does not open, or contradicts itself'
          : `${count} rows do not open, or contradict themselves`;
      return [{ subject, verdict: 'wrong', found: `${rows}: ${named.join(', ')}${more}.`, remedy }];
    },
  };
};

/** The members of staff whose rows do not open. */
export const staffFindings = async ({ staffDirectory }: Pick<RecordDatabase, 'staffDirectory'>): Promise<Found> => {
  const damage = newDamage();
  return pipe(
    await eachPage(
      null,
      (after: string | null) => staffDirectory.page(after ?? ''),
      ({ damaged }) => damage.add(damaged),
    ),
    E.map(() => damage.finding('staff', 'Restore them from the backup, or disable and add them again.')),
  );
};

/** The endpoints for webhooks whose rows do not open. */
export const endpointFindings = async ({
  webhookEndpoints,
}: Pick<RecordDatabase, 'webhookEndpoints'>): Promise<Found> => {
  const damage = newDamage();
  return pipe(
    await eachPage(
      null,
      (after: string | null) => webhookEndpoints.damaged(after ?? ''),
      ({ damaged }) => damage.add(damaged.map(({ id }) => id)),
    ),
    E.map(() => damage.finding('webhook endpoints', 'Restore them from the backup, or delete and create them again.')),
  );
};

/**
 * The profiles whose rows do not open, of all of them or of the first ones by their ids, which are random. Those that
 * are sealed under a missing key are named where the finding on keys says nothing of them.
 */
export const profileFindings = async (
  { profiles }: { readonly profiles: Pick<RecordDatabase['profiles'], 'scan'> },
  { namesLocked, opensAll }: { readonly namesLocked: boolean; readonly opensAll: boolean },
): Promise<Found> => {
  const damage = newDamage();
  let opened = 0;
  let after: string | null = null;
  do {
    const scanned: Either<Unavailable, ProfileScan> = await profiles.scan(after, profilesPerRead)();
    if (E.isLeft(scanned)) return scanned;
    const { damaged, next, profiles: open }: ProfileScan = scanned.right;
    damage.add(damaged.flatMap(({ cause, id }) => (cause === 'unknown_key' && !namesLocked ? [] : [id])));
    opened += open.length + damaged.length;
    after = next;
  } while (after !== null && (opensAll || opened < maxOpened));
  const limit: DiagnosisFinding = {
    subject: 'profiles opened',
    verdict: 'ok',
    found: `the first ${opened} by their ids; npx portcullis doctor --all opens every one.`,
    remedy: null,
  };
  const remedy = 'Run npx portcullis ledger verify, which says why, and restore them from the backup.';
  return E.right([...damage.finding('profiles', remedy), ...(after === null ? [] : [limit])]);
};
