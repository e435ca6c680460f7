import { formatOf } from '#adapters/local-reader/mrz/mrz-format';
import type { NetworkReading } from '#adapters/local-reader/network/read-by-network';

/** A reading of the network of lines that have a format, with these probabilities of its characters. */
export const byNetwork = (
  lines: readonly string[],
  certaintyAt: (row: number, column: number) => number,
  alternatives: NetworkReading['alternatives'] = [],
): NetworkReading => {
  const format = formatOf(lines);
  if (!format) throw new Error('these lines have no format');
  const certainties = lines.map((line, row) => [...line].map((_, column) => certaintyAt(row, column)));
  return { format, lines, alternatives, certainties };
};
