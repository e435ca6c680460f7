import type { LeftOut } from '@portcullis/domain/ports';
import type { Replayed } from '@portcullis/explain';
import type { Report } from '../command/output.ts';

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Reports each profile that was not made again, because its row does not open. */
export const reportDamaged = (report: Report, damaged: readonly LeftOut[]): void => {
  for (const { id } of damaged)
    report(`DAMAGED  ${id}: its row does not open; portcullis ledger verify says why`, {
      kind: 'damaged',
      profile_id: id,
    });
};

/** How many replayed decisions ended in each state. */
export type ReplaySummary = { readonly [State in Replayed['state']]: number } & { readonly profiles: number };

export const emptyReplaySummary: ReplaySummary = { profiles: 0, same: 0, older: 0, older_otherwise: 0, differs: 0 };

export const addReplayed = (summary: ReplaySummary, profiles: number, replayed: readonly Replayed[]): ReplaySummary => {
  const more = (state: Replayed['state']): number =>
    summary[state] + replayed.filter((one) => one.state === state).length;
  return {
    profiles: summary.profiles + profiles,
    same: more('same'),
    older: more('older'),
    older_otherwise: more('older_otherwise'),
    differs: more('differs'),
  };
};

/**
 * Reports a decision whose replay differs, by its place in the ledger and the differing parts, without personal data.
 */
export const reportDiffering = (report: Report, { profileId, seq, at, why, differing }: Replayed): void =>
  report(
    `DIFFERS  ${profileId} seq ${seq}: ${differing.join(', ')}${why === null || why === 'differs' ? '' : ` (${why})`}`,
    {
      kind: 'differs',
      profile_id: profileId,
      seq,
      at,
      why: why ?? 'record',
      differing,
    },
  );

export const reportReplaySummary = (
  report: Report,
  { profiles, same, older, older_otherwise, differs }: ReplaySummary,
): void =>
  report(
    `${counted(profiles, 'profile')}, ${counted(same + differs, 'decision')} made again: ${same} the same, ${differs} not. ` +
      `${older + older_otherwise} of an older release: ${older} the same, ${older_otherwise} otherwise now.`,
    {
      kind: 'summary',
      profiles,
      same,
      differs,
      older,
      older_otherwise,
    },
  );
