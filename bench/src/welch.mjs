import { percentile } from './statistics.mjs';

const moments = (values) => {
  let mean = 0;
  let squares = 0;
  values.forEach((value, n) => {
    const from = value - mean;
    mean += from / (n + 1);
    squares += from * (value - mean);
  });
  return { mean, variance: squares / (values.length - 1), count: values.length };
};

/**
 * Welch's t of two classes of times, and the difference of their means. What is above the same threshold in both is
 * left out, since that is the machine and not the code, as dudect does: Reparaz, Balasch and Verbauwhede, "Dude, is my
 * code constant time?", DATE 2017, section 2.3.
 */
export const welch = (some, others, share = 0.9) => {
  const threshold = percentile([...some, ...others], share);
  const [a, b] = [some, others].map((times) => moments(times.filter((time) => time <= threshold)));
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
  return { t, difference: a.mean - b.mean, mean: (a.mean + b.mean) / 2, kept: a.count + b.count };
};
