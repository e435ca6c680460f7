// What the service must keep and what it aims at (`bench/budgets.json`), and whether it does.
import { readFileSync } from 'node:fs';
import { row } from '../report.mjs';

/**
 * Rows of `{ part, figure, what, unit, direction, must, aim, tolerance?, accepted? }`: the figure of that name, which
 * that part of the bench measures, is at most or at least `must`. One that is not, for a reason that `accepted` gives,
 * must still keep the `value` that it had then, so that it does not fall any further unseen. Ratios, counts and memory
 * are judged, and no times: those say as much about the machine as about the service.
 */
const budgets = JSON.parse(readFileSync(new URL('../../budgets.json', import.meta.url), 'utf8'));

/** A machine that others use does not measure the same twice. What is counted has a tolerance of 0. */
const defaultTolerance = 0.1;

const keeps = (direction, value, limit) => (direction === 'at most' ? value <= limit : value >= limit);

const verdictOn = ({ direction, must, accepted, tolerance = defaultTolerance }, measured) => {
  const isWithin = (limit) =>
    keeps(direction, measured, direction === 'at most' ? limit * (1 + tolerance) : limit * (1 - tolerance));
  if (!Number.isFinite(measured)) return 'no number';
  if (keeps(direction, measured, must)) return 'met';
  if (isWithin(must)) return 'within a tenth';
  return accepted && isWithin(accepted.value) ? 'accepted' : 'broken';
};

const kept = ['met', 'within a tenth', 'accepted'];

/** The verdict on every budget of the given parts, by the figures in their results. */
export const judge = (parts, results) =>
  budgets
    .filter(({ part }) => parts.includes(part))
    .map((budget) => {
      const measured = results[budget.part]?.figures?.[budget.figure] ?? null;
      return { ...budget, measured, verdict: verdictOn(budget, measured) };
    });

/** Prints the verdicts. */
export const printVerdicts = (verdicts) => {
  const names = verdicts.map(({ what, unit }) => (unit === '' ? what : `${what}, ${unit}`));
  const width = Math.max(...names.map(({ length }) => length));
  console.log(`\n${row(['budgets', 'measured', 'must', 'aim', ''], width)}`);
  for (const [i, { direction, measured, must, aim, verdict }] of verdicts.entries()) {
    const sign = direction === 'at most' ? '<=' : '>=';
    console.log(row([names[i], measured ?? '-', `${sign} ${must}`, `${sign} ${aim}`, verdict], width).trimEnd());
  }
  const count = (verdict) => verdicts.filter((one) => one.verdict === verdict).length;
  const counts = [...kept, 'broken', 'no number'].map((verdict) => `${count(verdict)} ${verdict}`);
  console.log(`\n  ${verdicts.length} budgets: ${counts.join(', ')}`);
  for (const { what, accepted, verdict } of verdicts)
    if (verdict === 'accepted') console.log(`    ${what}: accepted at ${accepted.value}, because ${accepted.because}`);
};

/** Whether every budget is kept, with its tolerance, or what was accepted instead of it. */
export const isKept = (verdicts) => verdicts.every(({ verdict }) => kept.includes(verdict));

/** Prints the budgets without a number, and says whether there is none. */
export const isMeasured = (verdicts) => {
  const without = verdicts.filter(({ verdict }) => verdict === 'no number');
  console.log(`\n  ${verdicts.length - without.length} of ${verdicts.length} budgets have a number`);
  for (const { part, figure } of without) console.log(`    ${part} measured no ${figure}`);
  return without.length === 0;
};
