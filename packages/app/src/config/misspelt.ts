type Given = Readonly<Record<string, string | undefined>>;

/** Whether one text is the other with one letter changed, left out or added, or two neighbours swapped. */
const isOneSlip = (one: string, other: string): boolean => {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shortest = Math.min(one.length, other.length) - start;
  while (end < shortest && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  return Math.max(left.length, right.length) < 2 || (left.length === 2 && left === [...right].reverse().join(''));
};

/** Shorter names, such as `HOST`, are a slip away from variables of other programs. */
const shortestName = 6;

/** The variables that are set under names of nothing, each a slip away from one that is not set. */
export const misspelt = (env: Given, names: readonly string[]) => {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const unset = names.filter((name) => name.length >= shortestName && !isSet(name));
  return Object.keys(env).flatMap((written) => {
    const meant = names.includes(written) ? undefined : unset.find((name) => isOneSlip(written.toUpperCase(), name));
    return meant === undefined ? [] : [{ name: written, rule: `is no variable: did you mean ${meant}?` }];
  });
};
