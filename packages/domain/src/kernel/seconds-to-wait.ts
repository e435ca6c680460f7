/**
 * Answers the seconds until something may be done again that may be done `limit` times in `windowSeconds`; `null` means
 * now. `times` says when it was done, oldest first, ISO 8601 like `now`.
 */
export const secondsToWait = (
  times: readonly string[],
  limit: number,
  windowSeconds: number,
  now: string,
): number | null => {
  const windowEnd = (time: string): number => Date.parse(time) + windowSeconds * 1000;
  const counting = times.filter((time) => windowEnd(time) > Date.parse(now));
  if (counting.length < limit) return null;
  const first = counting.at(-limit);
  return first === undefined ? windowSeconds : Math.ceil((windowEnd(first) - Date.parse(now)) / 1000);
};
