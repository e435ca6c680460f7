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
