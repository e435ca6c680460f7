/** How many letters must be changed, inserted or deleted to make one text of the other (Levenshtein distance). */
const levenshtein = (one: readonly string[], other: readonly string[]): number => {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (const [i, letter] of one.entries()) {
    const next = [i + 1];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (other[j - 1] === letter ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

/** The similarity of two texts: 1 for the same text, 0 for texts where no letter can stay. */
export const similarity = (one: string, other: string): number => {
  const ones = [...one];
  const others = [...other];
  const longest = Math.max(ones.length, others.length);
  return longest === 0 ? 1 : 1 - levenshtein(ones, others) / longest;
};
