/** The elements of a card by their three-letter names; of a name that comes twice the first counts. */
export type Elements = ReadonlyMap<string, string>;

/** The subfiles that are about a person: a driving licence, an enhanced one, an identity card. */
const personalSubfiles = ['DL', 'EN', 'ID'] as const;

export type AamvaFile = {
  readonly issuer: string;
  readonly version: number;
  readonly type: (typeof personalSubfiles)[number];
  readonly elements: Elements;
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

/** These stand between elements, after a subfile, and between records. */
const separators = ['\n', '\r', '\u001e'];

const isSeparator = (character: string): boolean => separators.includes(character);

const splitElements = (subfile: string): readonly string[] =>
  subfile.replaceAll('\r', '\n').replaceAll('\u001e', '\n').split('\n');

type Designator = { readonly type: string; readonly offset: number };

const readDesignators = (text: string): readonly Designator[] =>
  (text.match(/.{10}/g) ?? []).map((entry) => ({ type: entry.slice(0, 2), offset: Number(entry.slice(2, 6)) }));

/** Whether a subfile begins here: its type, followed by the name of an element (`DLDAQ`, `ZVZVA`). */
const startsSubfile = (text: string, type: string, at: number): boolean =>
  text.startsWith(type, at) && /^[DPZ][A-Z]{2}/.test(text.slice(at + 2, at + 5));

/** The offsets at which a subfile can begin by the standard: after the header, or after a separator. */
const candidateOffsets = (text: string, bodyStart: number, type: string): readonly number[] => {
  const offsets: number[] = [];
  for (let offset = text.indexOf(type, bodyStart); offset !== -1; offset = text.indexOf(type, offset + 1))
    if ((offset === bodyStart || isSeparator(text.charAt(offset - 1))) && startsSubfile(text, type, offset))
      offsets.push(offset);
  return offsets;
};

/**
 * Finds where a subfile begins. Many cards have a wrong offset, off by the length of a field that was added to the
 * header or of one that was padded. So the offset only chooses among several candidates, and counts by itself where the
 * separator before the subfile is missing. The length in the designator is not used at all.
 */
const subfileOffset = (text: string, bodyStart: number, { offset, type }: Designator): number | null => {
  const candidates = candidateOffsets(text, bodyStart, type);
  if (candidates.includes(offset)) return offset;
  return candidates[0] ?? (offset >= bodyStart && startsSubfile(text, type, offset) ? offset : null);
};

/**
 * The value of an element without its padding; `null` where it is empty, too long, or has a control character in it.
 */
const cleanValue = (text: string): string | null => {
  const value = text.trim();
  return value === '' || value.length > maxValueLength || /\p{Cc}/u.test(value) ? null : value;
};

const readElements = (subfiles: readonly string[]): Elements => {
  const elements = new Map<string, string>();
  for (const element of subfiles.flatMap((subfile) => splitElements(subfile))) {
    const value = cleanValue(element.slice(3));
    const name = element.slice(0, 3);
    if (value !== null && !elements.has(name)) elements.set(name, value);
  }
  return elements;
};

/**
 * Parses the file that a PDF417 holds (AAMVA DL/ID Card Design Standard, annex D, all versions): the data of its
 * header, and the elements of its personal subfiles. A subfile ends where the next one begins. It answers `null` for
 * any other text.
 */
export const parseAamvaFile = (text: string): AamvaFile | null => {
  if (text.length > maxCharacters) return null;
  const [head = '', issuer = '', version = '', designators = ''] = header.exec(text) ?? [];
  const subfiles = readDesignators(designators)
    .flatMap((designator) => {
      const at = subfileOffset(text, head.length, designator);
      return at === null ? [] : [{ type: designator.type, at }];
    })
    .sort((one, other) => one.at - other.at);
  const type = personalSubfiles.find((name) => subfiles.some((subfile) => subfile.type === name));
  if (!type) return null;
  const texts = subfiles.flatMap((subfile, n) =>
    personalSubfiles.some((name) => name === subfile.type) ? [text.slice(subfile.at + 2, subfiles[n + 1]?.at)] : [],
  );
  return { issuer, version: Number(version), type, elements: readElements(texts) };
};
