/** The spellings in Latin letters of one letter, or of several together. */
type Row = readonly string[];

/** What may be spelt in several ways: anywhere, and where a word ends. */
type Romanization = { readonly anywhere: readonly Row[]; readonly atEnd: readonly Row[] };

const rowsOf = (text: string): readonly Row[] => text.split(' ').map((row) => row.split('|'));

/**
 * Russian names by ICAO 9303-3, by the orders of the Ministry of the Interior of 1997 and of the Federal Migration
 * Service of 2010, by BGN/PCGN 1947 and in the usual English spelling of ИЯ, КС, Ж and an ending. Й only follows a
 * vowel, so that no И is Y. Signs that are left out are in no row.
 */
const russian: Romanization = {
  anywhere: rowsOf('E|YE|YO|IO IU|YU IA|YA IIA|IYA|IA AI|AY EI|EY OI|OY UI|UY KH|H TS|TC ZH|J DZH|J KS|X SHCH|SCH'),
  atEnd: rowsOf('II|IY|Y|I YI|YY|IY|Y|II'),
};

/**
 * Ukrainian names by resolution 55/2010 of the Cabinet of Ministers, in which some letters have another spelling where
 * a name begins, by BGN/PCGN 1965, and with G for Г as passports had it before. Х is no H, which is Г.
 */
const ukrainian: Romanization = {
  anywhere: rowsOf('IE|YE IU|YU IA|YA IIA|IYA|IA IIE|IYE|IE IO|YO AI|AY|AYI EI|EY OI|OY UI|UY|UYI H|G TS|TC'),
  atEnd: rowsOf('II|IY|Y|I YI|YY|Y|IY|II'),
};

/** Belarusian names by the instruction of 2008, and Russian ones, which passports of Belarus may have. */
const belarusian: Romanization = {
  anywhere: [...russian.anywhere.filter((row) => !row.includes('KH')), ...rowsOf('H|G')],
  atEnd: russian.atEnd,
};

/** Bulgarian names by the Transliteration Act (State Gazette 19/2009), and by ICAO 9303-3 before it. */
const bulgarian: Romanization = {
  anywhere: rowsOf('YU|IU YA|IA IYA|IA|IIA AY|AI EY|EI OY|OI UY|UI H|KH TS|TZ'),
  atEnd: rowsOf('IY|I|II|Y'),
};

/** Đ and Ђ, Ѓ and Ќ. */
const southSlavic: Romanization = { anywhere: rowsOf('D|DJ G|GJ K|KJ'), atEnd: [] };

/** Armenian names by BGN/PCGN 1981 and ISO 9985, and in the usual English spelling. */
const armenian: Romanization = { anywhere: rowsOf('YA|IA YE|E YU|IU AY|AI EY|EI'), atEnd: [] };

/**
 * Japanese names by the Hepburn system of passports, which leave out that a vowel is long, and as their holders write
 * it or have asked for it (mofa.go.jp, table of Hepburn spellings).
 */
const japanese: Romanization = { anywhere: rowsOf('O|OH|OO|OU U|UU'), atEnd: [] };

const romanizations: ReadonlyMap<string | null, Romanization> = new Map([
  ...['RUS', 'KAZ', 'KGZ', 'TJK', 'UZB', 'MNG'].map((state) => [state, russian] as const),
  ['UKR', ukrainian] as const,
  ['BLR', belarusian] as const,
  ['BGR', bulgarian] as const,
  ...['SRB', 'HRV', 'BIH', 'MNE', 'RKS', 'MKD', 'SVN'].map((state) => [state, southSlavic] as const),
  ['ARM', armenian] as const,
  ['JPN', japanese] as const,
]);

export const hasRomanizations = (state: string | null): boolean => romanizations.has(state);

/**
 * Whether two words in Latin letters are spellings of one word in the letters of this State. SERGEI and Sergey are,
 * SERGEI and Sergia are not.
 */
export const spellOneWord = (one: string, other: string, state: string | null): boolean => {
  const romanization = romanizations.get(state);
  if (!romanization) return false;
  const { anywhere, atEnd } = romanization;
  const tried = new Set<string>();
  const spelt = (rows: readonly Row[], agreed: (a: string, b: string) => boolean): boolean =>
    rows.some((row) => row.some((a) => row.some((b) => a !== b && agreed(a, b))));
  /** `i` and `j` letters spell the same so far. */
  const from = (i: number, j: number): boolean => {
    const place = `${i} ${j}`;
    if (tried.has(place)) return false;
    tried.add(place);
    if (one.slice(i) === other.slice(j)) return true;
    if (one[i] === other[j] && from(i + 1, j + 1)) return true;
    return (
      spelt(atEnd, (a, b) => one.slice(i) === a && other.slice(j) === b) ||
      spelt(anywhere, (a, b) => one.startsWith(a, i) && other.startsWith(b, j) && from(i + a.length, j + b.length))
    );
  };
  return from(0, 0);
};
