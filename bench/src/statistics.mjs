const sorted = (values) => Float64Array.from(values).sort();

/** The value below which this share of the values lies (nearest rank). */
export const percentile = (values, share) => {
  const ranked = sorted(values);
  return ranked.length === 0 ? Number.NaN : ranked[Math.max(0, Math.ceil(share * ranked.length) - 1)];
};

export const median = (values) => {
  const ranked = sorted(values);
  const middle = ranked.length / 2;
  if (ranked.length === 0) return Number.NaN;
  return ranked.length % 2 === 1 ? ranked[Math.floor(middle)] : (ranked[middle - 1] + ranked[middle]) / 2;
};

export const rounded = (value, digits) => Number(value.toFixed(digits));

/** The sum of the binomial probabilities of fewer than `k` heads of `n` coins. */
const fewerHeads = (n, k) => {
  let probability = 0.5 ** n;
  let sum = 0;
  for (let heads = 0; heads < k; heads += 1) {
    sum += probability;
    probability *= (n - heads) / (heads + 1);
  }
  return sum;
};

/**
 * The two values between which the median lies with a probability of at least 95 %, by order statistics, whatever the
 * distribution is. Fewer than six values cannot say so much: then they are the smallest and the largest.
 */
export const medianInterval = (values) => {
  const ranked = sorted(values);
  let k = 1;
  while (2 * fewerHeads(ranked.length, k + 1) <= 0.05) k += 1;
  return [ranked[k - 1], ranked[ranked.length - k]];
};
