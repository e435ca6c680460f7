import type { Outcome } from '@portcullis/domain';
import { outcomes } from '@portcullis/domain/checks';
import type { Replayed, SimulatedDecision } from '@portcullis/explain';
import type { Report } from '../command/output.ts';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

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
    { kind: 'summary', profiles, same, differs, older, older_otherwise },
  );

/** The number of profiles for each pair of old and new outcome. */
export type OutcomeMatrix = { readonly [Before in Outcome]: { readonly [After in Outcome]: number } };

const zeros = { approve: 0, retry: 0, review: 0, decline: 0 };

/** The results of a draft. */
export type DraftSummary = {
  readonly profiles: number;
  readonly changed: number;
  readonly unjudged: number;
  readonly matrix: OutcomeMatrix;
};

export const emptyDraftSummary: DraftSummary = {
  profiles: 0,
  changed: 0,
  unjudged: 0,
  matrix: { approve: zeros, retry: zeros, review: zeros, decline: zeros },
};

export const addDraftResult = (summary: DraftSummary, { before, after }: SimulatedDecision): DraftSummary => {
  const row = { ...summary.matrix[before], [after]: summary.matrix[before][after] + 1 };
  return {
    ...summary,
    changed: summary.changed + (before === after ? 0 : 1),
    matrix: { ...summary.matrix, [before]: row },
  };
};

const codeList = (word: string, codes: readonly string[]): string =>
  codes.length > 0 ? `; ${word} ${codes.join(', ')}` : '';

export const reportChange = (report: Report, { profileId, seq, before, after, comes, goes }: SimulatedDecision): void =>
  report(
    `CHANGES  ${profileId} seq ${seq}: ${before} to ${after}${codeList('comes', comes)}${codeList('goes', goes)}`,
    {
      kind: 'change',
      profile_id: profileId,
      seq,
      before,
      after,
      comes,
      goes,
    },
  );

const cell = (text: string | number): string => String(text).padStart(9);

const matrixTable = (matrix: OutcomeMatrix): string =>
  [
    `${'was'.padEnd(9)}${outcomes.map(cell).join('')}`,
    ...outcomes.map((before) => `${before.padEnd(9)}${outcomes.map((after) => cell(matrix[before][after])).join('')}`),
  ].join('\n');

export const reportDraft = (report: Report, { profiles, changed, unjudged, matrix }: DraftSummary): void =>
  report(
    `${matrixTable(matrix)}\n${counted(profiles, 'profile')}, ${changed} would change. ${unjudged} could not be judged: their evidence is not what was decided upon.`,
    { kind: 'summary', profiles, changed, unjudged, matrix },
  );
