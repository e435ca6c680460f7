/** The character that most readings have at a place; of equally many, the one that was read first. */
const mostOf = (chars: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const char of chars) counts.set(char, (counts.get(char) ?? 0) + 1);
  let [most, best] = [0, '<'];
  for (const [char, count] of counts) if (count > most) [most, best] = [count, char];
  return best;
};

/** One reading out of several of one format, decided character by character. */
export const vote = (readings: readonly (readonly string[])[]): string[] =>
  (readings[0] ?? []).map((line, row) =>
    [...line].map((_, column) => mostOf(readings.map((lines) => lines[row]?.[column] ?? '<'))).join(''),
  );
