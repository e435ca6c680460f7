// What the service must keep and what it aims at (`bench/budgets.json`), and whether it does.
import { readFileSync } from 'node:fs';
import { row } from '../report.mjs';

/**
 * Rows of `{ part, figure, what, unit, direction, must, aim, tolerance?, accepted? }`: the figure of that name, which
 * that part of the bench measures, is at most or at least `must`. One that is not, for a reason that `accepted` gives,
 * must still keep the `value` that it had then, so that it does not fall any further unseen. A time or a rate with
 * `koa_us` had this value where an empty route of Koa takes so many microseconds of the processor: on a slower machine
 * it is as many times longer, by the empty Koa that the same part measured for this figure (`koa_us` of its results).
 * `must` is what it is on every machine.
 */
const budgets = JSON.parse(readFileSync(new URL('../../budgets.json', import.meta.url), 'utf8'));

/** A machine that others use does not measure the same twice. What is counted has a tolerance of 0. */
const defaultTolerance = 0.1;

const keeps = (direction, value, limit) => (direction === 'at most' ? value <= limit : value >= limit);

/** How a limit of each unit grows with the time that an empty route takes. */
const scales = { us: (by) => by, ms: (by) => by, 'an hour': (by) => 1 / by };

/** A budget whose accepted value is that of the machine of the results. */
const onMachineOf = (results, { unit, accepted, ...budget }) => {
  const koaUs = results[budget.part]?.koa_us?.[budget.figure];
  if (accepted?.koa_us === undefined || !Number.isFinite(koaUs)) return { unit, accepted, ...budget };
  const value = Number((accepted.value * scales[unit](koaUs / accepted.koa_us)).toPrecision(3));
  return { unit, accepted: { ...accepted, value }, koaUs, ...budget };
};

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
    .map((one) => {
      const budget = onMachineOf(results, one);
      const measured = results[budget.part]?.figures?.[budget.figure] ?? null;
      return { ...budget, measured, verdict: verdictOn(budget, measured) };
    });

/** Prints the verdicts, and what an empty route of Koa took meanwhile where it decides what is accepted. */
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
  for (const { what, accepted, koaUs, verdict } of verdicts) {
    const speed = koaUs === undefined ? '' : ` (an empty Koa took ${koaUs} us meanwhile)`;
    if (verdict === 'accepted')
      console.log(`    ${what}: accepted at ${accepted.value}${speed}, because ${accepted.because}`);
  }
};

/** Whether every budget is kept, with its tolerance, or what was accepted instead of it. */
export const isKept = (verdicts) => verdicts.every(({ verdict }) => kept.includes(verdict));

/** Prints the budgets without a number, their own or the empty Koa that they need, and says whether there is none. */
export const isMeasured = (verdicts) => {
  const without = verdicts.filter(
    ({ verdict, accepted, koaUs }) =>
      verdict === 'no number' || (accepted?.koa_us !== undefined && koaUs === undefined),
  );
  console.log(`\n  ${verdicts.length - without.length} of ${verdicts.length} budgets have a number`);
  for (const { part, figure } of without) console.log(`    ${part} measured no ${figure}`);
  return without.length === 0;
};
