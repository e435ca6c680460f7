/** How the names of one document are compared. */
export type NameRules = {
  /** The score, 0 to 100, from which on two names agree. */
  readonly pass: number;
  /** The State that issued the document, by its code in ISO 3166-1 alpha-3 or ICAO 9303-3, if it is known. */
  readonly issuingState: string | null;
  /** How the print or a claim spells the names. A mark there says which letter AE, AA, OE or UE stands for. */
  readonly spellings?: readonly string[];
  /** Whether the two sources of the names also agree on the date of birth or on the document number. */
  readonly isCorroborated?: boolean;
  /** Whether an initial may stand for a name where the sources are corroborated; it may unless this is `false`. */
  readonly acceptsInitials?: boolean;
};

/** The States whose languages have Ä, Ö, Ü, Æ, Ø or Å, and which write two letters for one of them in an MRZ. */
const umlautStates = new Set('DEU AUT CHE LIE NOR DNK SWE FIN ISL EST'.split(' '));

/** The States whose languages have Å. */
const ringStates = new Set('NOR DNK SWE FIN'.split(' '));

/** By a letter without its mark, the two letters that an MRZ may have for it. */
type LettersForMarks = ReadonlyMap<string, readonly string[]>;

const noMarks: LettersForMarks = new Map();
const umlauts: LettersForMarks = new Map([
  ['A', ['AE']],
  ['O', ['OE']],
  ['U', ['UE']],
]);

/** The letters of every State, with Å. */
export const everyMark: LettersForMarks = new Map<string, readonly string[]>([...umlauts, ['A', ['AE', 'AA']]]);

/** The letters that this State writes in any name. */
export const lettersForMarks = (state: string | null): LettersForMarks => {
  if (state === null || !umlautStates.has(state)) return noMarks;
  return ringStates.has(state) ? everyMark : umlauts;
};

/**
 * The States whose people have a name of their own, that of the father and that of the grandfather, and no family name
 * (en.wikipedia.org/wiki/Habesha_name; Home Office, “A Guide to Names and Naming Practices”, 2006).
 */
const fatherNameStates: ReadonlySet<string | null> = new Set(['ETH', 'ERI']);

export const hasNoFamilyName = (state: string | null): boolean => fatherNameStates.has(state);

/**
 * The States that print a name after the father which their machine-readable zones leave out, as the rules for
 * passports of Russia do (order no. 889 of the Ministry of the Interior, 27 November 2017).
 */
const patronymicStates: ReadonlySet<string | null> = new Set(['RUS', 'BLR', 'UKR', 'KAZ', 'KGZ', 'TJK']);

export const printsPatronymic = (state: string | null): boolean => patronymicStates.has(state);

/** The States in whose languages Le, Do, Da or Van are names and precede none, as in Nguyen Le Anh and Kim Da Eun. */
const statesWithoutParticles: ReadonlySet<string | null> = new Set(
  'VNM CHN TWN HKG MAC KOR PRK JPN KHM LAO THA MMR'.split(' '),
);

export const hasNoParticles = (state: string | null): boolean => statesWithoutParticles.has(state);
