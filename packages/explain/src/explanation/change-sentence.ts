import type { Bound, Perturbation, PerturbationValue } from '../counterfactuals/perturbation.ts';

/** More decimals than this distinguish no two measurements. */
const maxDecimals = 6;

/**
 * Rounds a number that was measured, to as few decimals as leave it on its side of the limit: 89.96 does not become the
 * 90 that it had to be.
 */
const roundNear = (value: number, limit: number, decimals: number): number => {
  const rounded = Number(value.toFixed(decimals));
  const isOnItsSide = Math.sign(rounded - limit) === Math.sign(value - limit);
  return isOnItsSide || decimals >= maxDecimals ? rounded : roundNear(value, limit, decimals + 1);
};

/** Shares (0 to 1) are shown with three decimals, scores (0 to 100) with one. */
const decimalsFor = (limit: number): number => (Math.abs(limit) <= 1 ? 3 : 1);

type Summary = Omit<Perturbation, 'next'>;

/** The value before the change, as it is shown. */
export const shownFrom = ({ bound, from, to }: Summary): PerturbationValue => {
  if (typeof from !== 'number') return from;
  const limit = bound?.limit ?? (typeof to === 'number' ? to : 1);
  return roundNear(from, limit, decimalsFor(limit));
};

const formatValue = (value: PerturbationValue): string => {
  if (value === null) return 'none';
  // The lines of an MRZ stand beside each other, so that a sentence is one line.
  return typeof value === 'string' ? `"${value.replaceAll('\n', ' / ')}"` : String(value);
};

const before = (from: PerturbationValue): string => (from === null ? 'there was none' : `it was ${from}`);

/** A date is not at least another one, it is that day or later. */
const dateWords = {
  'at least': 'or later',
  'at most': 'or earlier',
  'less than': 'or earlier',
  'more than': 'or later',
};

/** A count has no value below none. */
const requiredNumber = ({ kind, limit }: Bound, to: PerturbationValue): string =>
  kind === 'at most' && to === 0 ? '0' : `${kind} ${limit ?? to}`;

/** Says in one sentence how it would have to be different. */
export const changeSentence = (change: Summary): string => {
  const { bound, label, sentence, to } = change;
  if (sentence !== undefined) return sentence;
  const from = shownFrom(change);
  if (bound === undefined && to === false) return `${label} would have to be absent.`;
  if (bound === undefined) return `${label} would have been ${formatValue(to)} instead of ${formatValue(from)}.`;
  const required = typeof to === 'string' ? `${to} ${dateWords[bound.kind]}` : requiredNumber(bound, to);
  return `${label} would have to be ${required}; ${before(from)}.`;
};
