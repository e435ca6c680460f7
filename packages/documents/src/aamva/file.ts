/**
 * The elements of a card by their three-letter names; of a name that comes twice the first counts, or none for those of
 * `single`.
 */
export type Elements = ReadonlyMap<string, string>;

/** The subfiles that are about a person: a driving licence, an enhanced one, an identity card. */
const personalSubfiles = ['DL', 'EN', 'ID'] as const;

export type AamvaFile = {
  readonly issuer: string;
  readonly version: number;
  readonly type: (typeof personalSubfiles)[number];
  readonly elements: Elements;
  /** The names of the elements that are there with nothing in them. */
  readonly empty: ReadonlySet<string>;
};

/** A PDF417 holds at most 2,710 digits, and fewer letters (ISO/IEC 15438), so a longer text cannot come from one. */
const maxCharacters = 2710;

/** This is longer than any element of any version. */
const maxValueLength = 125;

/**
 * The header has the compliance indicator, three separators, file type, issuer, version, the jurisdiction's version,
 * the number of entries, and the designators. Version 1 has no jurisdiction's version, and some cards that claim
 * version 2 have none either. Some issuers write other separators here, and some write `AAMVA` where the standard has
 * `ANSI `. The entries are counted by reading them, and not by their number.
 */
const header = /^@[\s\S]{0,5}?(?:ANSI |AAMVA)(\d{6})(\d{2})(?:\d{2})?\d{2}((?:[A-Z]{2}\d{8})*)/;

/** The mark of UTF-8 as one character, or as the three of Latin-1 that a scanner makes of it. */
const byteOrderMark = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;

/** These stand between elements, after a subfile, and between records. */
const separators = ['\n', '\r', '\u001e'];

const isSeparator = (character: string): boolean => separators.includes(character);

const splitElements = (subfile: string): readonly string[] =>
  subfile.replaceAll('\r', '\n').replaceAll('\u001e', '\n').split('\n');

type Designator = { readonly type: string; readonly offset: number };

const readDesignators = (text: string): readonly Designator[] =>
  (text.match(/.{10}/g) ?? []).map((entry) => ({ type: entry.slice(0, 2), offset: Number(entry.slice(2, 6)) }));

/** Whether the name of an element stands here; cards of Colorado have a line feed before the first one. */
const startsElement = (text: string, at: number): boolean => /^[\r\n]{0,2}[DPZ][A-Z]{2}/.test(text.slice(at, at + 5));

/** Whether a subfile begins here: its type, followed by the name of an element (`DLDAQ`, `ZVZVA`). */
const startsSubfile = (text: string, type: string, at: number): boolean =>
  text.startsWith(type, at) && startsElement(text, at + 2);

/** The offsets at which a subfile can begin by the standard: after the header, or after a separator. */
const candidateOffsets = (text: string, bodyStart: number, type: string): readonly number[] => {
  const offsets: number[] = [];
  for (let offset = text.indexOf(type, bodyStart); offset !== -1; offset = text.indexOf(type, offset + 1))
    if ((offset === bodyStart || isSeparator(text.charAt(offset - 1))) && startsSubfile(text, type, offset))
      offsets.push(offset);
  return offsets;
};

/**
 * Where a subfile is: `at` is the offset of its type, `body` that of its first element. The cards of some States, as
 * Connecticut's of version 1 and those of West Virginia and Wyoming of version 4, have no type there.
 */
type Subfile = { readonly type: string; readonly at: number; readonly body: number };

/**
 * Finds where a subfile begins. Many cards have a wrong offset, off by the length of a field that was added to the
 * header or of one that was padded. So the offset only chooses among several candidates, and counts by itself where the
 * separator before the subfile is missing, or its type. The length in the designator is not used at all.
 */
const findSubfile = (text: string, bodyStart: number, { offset, type }: Designator): Subfile | null => {
  const candidates = candidateOffsets(text, bodyStart, type);
  const found = candidates.includes(offset) ? offset : candidates[0];
  if (found !== undefined) return { type, at: found, body: found + 2 };
  if (offset < bodyStart) return null;
  if (startsSubfile(text, type, offset)) return { type, at: offset, body: offset + 2 };
  return startsElement(text, offset) ? { type, at: offset, body: offset } : null;
};

/**
 * The value of an element without its padding; `null` where it is empty, too long, or has a control character in it.
 */
const cleanValue = (text: string): string | null => {
  const value = text.trim();
  return value === '' || value.length > maxValueLength || /\p{Cc}/u.test(value) ? null : value;
};

/** The elements that identify a card and its holder, and end its validity. A card has one value of each. */
const single: readonly string[] = ['DAQ', 'DBA', 'DBB'];

const readElements = (subfiles: readonly string[]): Pick<AamvaFile, 'elements' | 'empty'> => {
  const elements = new Map<string, string>();
  const empty = new Set<string>();
  const contradicted = new Set<string>();
  for (const element of subfiles.flatMap((subfile) => splitElements(subfile))) {
    const value = cleanValue(element.slice(3));
    const name = element.slice(0, 3);
    if (value !== null && !elements.has(name)) elements.set(name, value);
    if (value !== null && elements.get(name) !== value && single.includes(name)) contradicted.add(name);
    if (element.slice(3).trim() === '') empty.add(name);
  }
  for (const name of contradicted) elements.delete(name);
  return { elements, empty };
};

/**
 * Parses the file that a PDF417 holds (AAMVA DL/ID Card Design Standard, annex D, all versions): the data of its
 * header, and the elements of its personal subfiles. A subfile ends where the next one begins. It answers `null` for
 * any other text. The offset of a subfile without its type is believed, and a line feed after the type and a
 * byte order mark in front are skipped, as cards of some States have them.
 */
export const parseAamvaFile = (raw: string): AamvaFile | null => {
  if (raw.length > maxCharacters) return null;
  const text = raw.replace(byteOrderMark, '');
  const [head = '', issuer = '', version = '', designators = ''] = header.exec(text) ?? [];
  const subfiles = readDesignators(designators)
    .flatMap((designator) => findSubfile(text, head.length, designator) ?? [])
    .sort((one, other) => one.at - other.at);
  const type = personalSubfiles.find((name) => subfiles.some((subfile) => subfile.type === name));
  if (!type) return null;
  const texts = subfiles.flatMap((subfile, n) =>
    personalSubfiles.some((name) => name === subfile.type) ? [text.slice(subfile.body, subfiles[n + 1]?.at)] : [],
  );
  return { issuer, version: Number(version), type, ...readElements(texts) };
};
