/**
 * Answers the seconds until something may be done again that may be done `limit` times in `windowSeconds`; `null` means
 * now. `times` says when it was done, oldest first, ISO 8601 like `now`.
 */
export const secondsToWait = (
  times: readonly string[],
  most: number,
  spanSeconds: number,
  now: string,
): number | null => {
  const endOf = (time: string): number => Date.parse(time) + spanSeconds * 1000;
  const counting = times.filter((time) => endOf(time) > Date.parse(now));
  if (counting.length < most) return null;
  const first = counting.at(-most);
  return first === undefined ? spanSeconds : Math.ceil((endOf(first) - Date.parse(now)) / 1000);
};
