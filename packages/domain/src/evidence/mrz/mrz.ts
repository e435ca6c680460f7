import type { FieldName } from '../document-reading.ts';

/** The formats that are read: those of ICAO 9303 parts 4 to 7, and the national ones that the library knows. */
export type MrzFormat =
  | 'TD1'
  | 'TD2'
  | 'TD3'
  | 'MRV-A'
  | 'MRV-B'
  | 'FRENCH_NATIONAL_ID'
  | 'FRENCH_DRIVING_LICENSE'
  | 'SWISS_DRIVING_LICENSE';

/** One check digit of the zone, by the field that it guards. */
export type CheckDigit = {
  readonly field: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number' | 'composite';
  readonly valid: boolean;
};

/** A slip of the reader: which character was read (line and column count from 0), and what must have been printed. */
export type MrzRepair = {
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
};

/**
 * A machine-readable zone, parsed. It is valid when every check digit that its format has holds; the Swiss licence has
 * none, and lines are taken for one only where everything in them is of its kind. A field whose own check digit fails is
 * left out of `fields`, and so is what nobody can know: a date with unknown parts, a name with digits in it.
 */
export type Mrz = {
  readonly format: MrzFormat;
  /** As they were read. */
  readonly lines: readonly string[];
  readonly documentCode: string;
  readonly checkDigits: readonly CheckDigit[];
  readonly valid: boolean;
  readonly repairs: readonly MrzRepair[];
  readonly fields: { readonly [Name in FieldName]?: string };
  /** Which names may go on where their field ends: a letter in its last place says no more (9303-4 to 9303-7, 4.2.2). */
  readonly truncated: { readonly last: boolean; readonly first: boolean };
  /** Which of the names the holder does not have, so that nobody reads it from another photo: somebody has but one. */
  readonly absent: { readonly last: boolean; readonly first: boolean };
};
