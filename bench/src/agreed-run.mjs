/** How many times as many runs as were asked for are made where no list has a majority. */
const patience = 5;

/**
 * Runs something at least `tries` times, until more than half of the runs gave the same list, and answers that list.
 * What else happens on the machine adds to a few runs, and to each of them something else. Where no list gets a
 * majority, the most frequent counts, and of those that are as frequent the longest, so that no budget is kept by the
 * best of several runs.
 */
export const agreedRun = async (run, nameOf, tries) => {
  const found = new Map();
  const ranked = () => [...found.values()].sort((a, b) => b.runs - a.runs || b.list.length - a.list.length);
  for (let n = 1; n <= patience * tries; n += 1) {
    const list = await run();
    const name = nameOf(list);
    found.set(name, { list, runs: (found.get(name)?.runs ?? 0) + 1 });
    if (n >= tries && ranked()[0].runs > n / 2) break;
  }
  return ranked()[0].list;
};
