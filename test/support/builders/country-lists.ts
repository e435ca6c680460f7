const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** So many different texts of three capital letters, up to 675, and none is the code of a country. */
export const unknownCountries = (count: number): readonly string[] =>
  letters
    .flatMap((second) => letters.map((third) => `Q${second}${third}`))
    .filter((code) => code !== 'QAT')
    .slice(0, count);

/** A list that counts how often one of its entries is read. */
export const countingList = (entries: readonly string[]) => {
  let count = 0;
  const list = new Proxy(entries, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) count += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, reads: () => count };
};
