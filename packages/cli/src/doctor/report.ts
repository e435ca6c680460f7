import type { DiagnosisFinding } from '@portcullis/domain/ports';

const marks: { readonly [Verdict in DiagnosisFinding['verdict']]: string } = {
  ok: 'ok',
  warning: 'warning',
  wrong: 'WRONG',
  unknown: 'unknown',
};

/** One line for a finding: what was checked, what was found, and how to fix it. */
export const findingText = ({ subject, verdict, found, remedy }: DiagnosisFinding): string =>
  `${marks[verdict].padEnd(8)} ${subject}: ${found}${remedy === null || verdict === 'ok' ? '' : ` ${remedy}`}`;

const countVerdict = (findings: readonly DiagnosisFinding[], verdict: DiagnosisFinding['verdict']): number =>
  findings.filter((finding) => finding.verdict === verdict).length;

/** Leaves out the good findings on a subject with a bad one: an operator reads one verdict of one thing. */
export const oneVerdictEach = (findings: readonly DiagnosisFinding[]): readonly DiagnosisFinding[] => {
  const wrong = new Set(findings.filter(({ verdict }) => verdict === 'wrong').map(({ subject }) => subject));
  return findings.filter(({ subject, verdict }) => verdict !== 'ok' || !wrong.has(subject));
};

/**
 * 78 if the configuration is invalid, and 1 if something else is wrong; 2 if something could not be checked, which a
 * deployment must not treat as success.
 */
export const exitCodeOf = (findings: readonly DiagnosisFinding[]): 0 | 1 | 2 | 78 => {
  const has = (verdict: DiagnosisFinding['verdict']): boolean =>
    findings.some((finding) => finding.verdict === verdict);
  const isInvalid = ({ subject, verdict }: DiagnosisFinding): boolean =>
    verdict === 'wrong' && subject.startsWith('environment ');
  if (findings.some(isInvalid)) return 78;
  if (has('wrong')) return 1;
  return has('unknown') ? 2 : 0;
};

/** The last line of the report. */
export const summaryText = (findings: readonly DiagnosisFinding[]): string =>
  `${countVerdict(findings, 'ok')} ok, ${countVerdict(findings, 'warning')} warnings, ${countVerdict(findings, 'unknown')} unknown, ${countVerdict(findings, 'wrong')} wrong`;
