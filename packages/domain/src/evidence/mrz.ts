import { parse } from 'mrz';
import { type Day, mrzDay } from './dates.ts';
import type { FieldName } from './document-reading.ts';

/** One check digit of the zone, by the field that it guards. */
export type CheckDigit = {
  readonly field: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number' | 'composite';
  readonly valid: boolean;
};

/** A reading slip that the grammar itself shows, like a letter in a place for digits: what was read, what it must be. */
export type MrzRepair = {
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
};

/** A machine-readable zone, parsed (ICAO 9303 parts 3 to 7). A field whose own check digit fails is left out of `fields`. */
export type Mrz = {
  readonly format: string;
  readonly lines: readonly string[];
  readonly documentCode: string;
  readonly checkDigits: readonly CheckDigit[];
  readonly valid: boolean;
  readonly repairs: readonly MrzRepair[];
  readonly fields: { readonly [Name in FieldName]?: string };
};

type Parsed = ReturnType<typeof parse>;
type Detail = Parsed['details'][number];

const digitNames: Readonly<Record<string, CheckDigit['field']>> = {
  documentNumberCheckDigit: 'document_number',
  birthDateCheckDigit: 'date_of_birth',
  expirationDateCheckDigit: 'date_of_expiry',
  personalNumberCheckDigit: 'personal_number',
  compositeCheckDigit: 'composite',
};

const tryParse = (lines: readonly string[], autocorrect: boolean): Parsed | null => {
  try {
    return parse(lines, { autocorrect });
  } catch {
    // The library's only way to say that lines of this number and length are no zone.
    return null;
  }
};

const digitsOf = (parsed: Parsed): readonly CheckDigit[] =>
  parsed.details.flatMap(({ field, valid }) => {
    const name = field === null ? undefined : digitNames[field];
    return name === undefined ? [] : [{ field: name, valid }];
  });

const allHold = (parsed: Parsed): boolean => digitsOf(parsed).every(({ valid }) => valid);

/** The text of a field as printed: the library answers `null` for a state that it does not know, such as UTO. */
const printed = (detail: Detail, lines: readonly string[]): string =>
  (lines[detail.line] ?? '').slice(detail.start, detail.end).replaceAll('<', ' ').trim();

/** ICAO 9303-3, section 5 lets Germany stand as `D`; everything else has three letters already. */
const country = (code: string): string => (code === 'D' ? 'DEU' : code);

const repairsOf = (parsed: Parsed): readonly MrzRepair[] =>
  parsed.details.flatMap(({ autocorrect }) =>
    autocorrect.map(({ line, column, original, corrected }) => ({ line, column, before: original, after: corrected })),
  );

/** The lines with their repairs made. */
const repaired = (lines: readonly string[], repairs: readonly MrzRepair[]): readonly string[] =>
  lines.map((line, n) =>
    repairs
      .filter((repair) => repair.line === n)
      .reduce((text, { after, column }) => text.slice(0, column) + after + text.slice(column + 1), line),
  );

const dateField = (value: string | null | undefined, kind: 'birth' | 'expiry', today: Day): string | undefined =>
  (value && mrzDay(value, kind, today)) || undefined;

const present = (fields: { readonly [Name in FieldName]: string | undefined }): Mrz['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const fieldsOf = (parsed: Parsed, lines: readonly string[], today: Day): Mrz['fields'] => {
  const failed = new Set(digitsOf(parsed).flatMap(({ field, valid }) => (valid ? [] : [field])));
  const raw = (name: string): string | undefined => {
    const detail = parsed.details.find(({ field }) => field === name);
    return detail ? country(printed(detail, lines)) : undefined;
  };
  const { fields } = parsed;
  return present({
    last_name: fields.lastName ?? undefined,
    first_name: fields.firstName ?? undefined,
    document_number: failed.has('document_number') ? undefined : (parsed.documentNumber ?? undefined),
    personal_number: failed.has('personal_number') ? undefined : (fields.personalNumber ?? undefined),
    issuing_country: raw('issuingState'),
    nationality: raw('nationality'),
    date_of_birth: failed.has('date_of_birth') ? undefined : dateField(fields.birthDate, 'birth', today),
    date_of_issue: undefined,
    date_of_expiry: failed.has('date_of_expiry') ? undefined : dateField(fields.expirationDate, 'expiry', today),
    sex: fields.sex ?? undefined,
  });
};

/**
 * Parses the lines of a zone; `null` when they are none. `today` settles the century of its dates.
 * A slip is repaired only where the grammar leaves one way and every check digit then holds; otherwise
 * the lines stand as they were read.
 */
export const parseMrz = (lines: readonly string[], today: Day): Mrz | null => {
  if (!lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return null;
  const asRead = tryParse(lines, false);
  if (!asRead) return null;
  const corrected = allHold(asRead) ? asRead : tryParse(lines, true);
  const parsed = corrected && allHold(corrected) ? corrected : asRead;
  return {
    format: parsed.format,
    lines,
    documentCode: parsed.fields.documentCode ?? (lines[0] ?? '').slice(0, 2).replaceAll('<', ''),
    checkDigits: digitsOf(parsed),
    valid: digitsOf(parsed).length > 0 && allHold(parsed),
    repairs: repairsOf(parsed),
    fields: fieldsOf(parsed, repaired(lines, repairsOf(parsed)), today),
  };
};
