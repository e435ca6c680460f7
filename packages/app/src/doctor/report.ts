import type { Finding } from '@portcullis/domain';

const marks: { readonly [Verdict in Finding['verdict']]: string } = {
  ok: 'ok',
  warning: 'warning',
  wrong: 'WRONG',
  unknown: 'unknown',
};

/** One line for each finding: what was looked at, what was found, and how to mend it. */
export const lineOf = ({ subject, verdict, found, mend }: Finding): string =>
  `${marks[verdict].padEnd(8)} ${subject}: ${found}${mend === null || verdict === 'ok' ? '' : ` ${mend}`}`;

const countOf = (findings: readonly Finding[], verdict: Finding['verdict']): number =>
  findings.filter((finding) => finding.verdict === verdict).length;

/** The last line. */
export const summaryOf = (findings: readonly Finding[]): string =>
  `${countOf(findings, 'ok')} ok, ${countOf(findings, 'warning')} warnings, ${countOf(findings, 'unknown')} unknown, ${countOf(findings, 'wrong')} wrong`;
