import { outcomes } from '@portcullis/domain/checks';
import type { SimulatedDecision } from '@portcullis/explain';
import type { Report } from '../command/output.ts';
import type { Cell, DraftSummary, ReasonTally, SegmentTally } from './draft-tally.ts';
import { counted } from './report.ts';

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

const cellText = (text: string | number): string => String(text).padStart(9);
const row = (name: string, width: number, values: readonly (string | number)[]): string =>
  `${name.padEnd(width)}${values.map(cellText).join('')}`;
const share = (percent: number): string => `${percent.toFixed(1)} %`;

const countIn = (cells: readonly Cell[], from: string, to: string): number =>
  cells.find((cell) => cell.from === from && cell.to === to)?.decisions ?? 0;

const matrixLines = (cells: readonly Cell[]): readonly string[] => [
  row('was', 9, outcomes),
  ...outcomes.map((from) =>
    row(
      from,
      9,
      outcomes.map((to) => countIn(cells, from, to)),
    ),
  ),
];

/** The pairs of different outcomes, with their share of all decisions and some of their profiles. */
const changeLines = (cells: readonly Cell[]): readonly string[] => {
  const changes = cells.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return [];
  return [
    `${row('change', 22, ['decisions', 'share'])}  for example`,
    ...changes.map(
      ({ decisions, from, percent, sample, to }) =>
        `${row(`${from} to ${to}`, 22, [decisions, share(percent)])}  ${sample.join(' ')}`,
    ),
  ];
};

const reasonLines = (reasons: readonly ReasonTally[]): readonly string[] =>
  reasons.length === 0
    ? []
    : [
        row('reason', 32, ['was', 'comes', 'goes', 'would be']),
        ...reasons.map(({ code, comes, goes, was, wouldBe }) => row(code, 32, [was, comes, goes, wouldBe])),
      ];

/** More segments are only in the JSON. */
const maxSegmentLines = 20;

const segmentLines = (segments: readonly SegmentTally[]): readonly string[] => {
  if (segments.length === 0) return [];
  const left = segments.length - maxSegmentLines;
  return [
    row('document', 32, ['decisions', 'changed', 'share']),
    ...segments
      .slice(0, maxSegmentLines)
      .map(({ changed, country, decisions, documentType, percent }) =>
        row(`${country ?? 'unknown'} ${documentType ?? 'unknown'}`, 32, [decisions, changed, share(percent)]),
      ),
    ...(left > 0 ? [`and ${left} more, which --json lists`] : []),
  ];
};

const summaryObject = ({ cells, changed, decisions, profiles, reasons, segments, unjudged }: DraftSummary): object => ({
  kind: 'summary',
  profiles,
  decisions,
  changed,
  unjudged,
  matrix: Object.fromEntries(
    outcomes.map((from) => [from, Object.fromEntries(outcomes.map((to) => [to, countIn(cells, from, to)]))]),
  ),
  cells,
  reasons: reasons.map(({ wouldBe, ...reason }) => ({ ...reason, would_be: wouldBe })),
  segments: segments.map(({ documentType, ...segment }) => ({ ...segment, document_type: documentType })),
});

export const reportDraft = (report: Report, summary: DraftSummary): void => {
  const { cells, changed, decisions, profiles, reasons, segments, unjudged } = summary;
  const parts = [changeLines(cells), reasonLines(reasons), segmentLines(segments), matrixLines(cells)];
  const total = `${counted(profiles, 'profile')}, ${counted(decisions, 'decision')}, ${changed} would change. ${unjudged} could not be judged: their evidence is not what was decided upon.`;
  const lines = parts.flatMap((part) => (part.length > 0 ? [...part, ''] : []));
  report([...lines, total].join('\n'), summaryObject(summary));
};
