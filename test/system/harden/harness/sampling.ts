/** Answers one of the cases of each group, another one with another seed. */
export const oneOfEach = <Case>(
  all: readonly Case[],
  groupOf: (one: Case) => string,
  seed: number,
): readonly Case[] => {
  const groups = new Map<string, Case[]>();
  for (const one of all) {
    const group = groups.get(groupOf(one));
    if (group === undefined) groups.set(groupOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()].flatMap((group, n) => group.at((seed + n) % group.length) ?? []);
};

/** Answers each case after so many others, counted from another one with another seed. */
export const everyNth = <Case>(all: readonly Case[], step: number, seed: number): readonly Case[] =>
  all.filter((_, n) => n % step === seed % step);
