import type { FieldName } from '../terms/document-terms.ts';

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

/** How many lines an MRZ has, and how many characters each of them has. */
export type MrzSize = { readonly lineCount: number; readonly lineLength: number };

/** The sizes of ICAO 9303 parts 4 to 7, the longest lines first. A visa has the size of a TD3 or of a TD2. */
export const mrzSizes = {
  TD3: { lineCount: 2, lineLength: 44 },
  TD2: { lineCount: 2, lineLength: 36 },
  TD1: { lineCount: 3, lineLength: 30 },
} as const satisfies { readonly [Name in MrzFormat]?: MrzSize };

/** How many characters a line of any of these sizes has, the longest first. */
export const mrzLineLengths: readonly number[] = Object.values(mrzSizes).map(({ lineLength }) => lineLength);

/** One check digit of the MRZ, by the field that it guards. */
export type CheckDigit = {
  readonly field: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number' | 'composite';
  readonly valid: boolean;
};

/**
 * A correction of an OCR error: which character was read (line and column count from 0), and what must have been
 * printed.
 */
export type MrzRepair = {
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
};

/**
 * A character of the MRZ that the reader is not sure about: its line and column, both from 0, and the other characters
 * that were seen there, without the one that the reading has.
 */
export type MrzDoubt = { readonly line: number; readonly column: number; readonly others: string };

/**
 * A parsed machine-readable zone. It is valid when every check digit of its format is valid. The Swiss licence has
 * none; lines are recognized as one only where every character is of its kind. A field whose own check digit is invalid
 * is left out of `fields`, and so is what cannot be known: a date with unknown parts, a name with digits in it.
 */
export type Mrz = {
  readonly format: MrzFormat;
  /** The lines as they were read. */
  readonly lines: readonly string[];
  readonly documentCode: string;
  readonly checkDigits: readonly CheckDigit[];
  readonly valid: boolean;
  readonly repairs: readonly MrzRepair[];
  readonly fields: { readonly [Name in FieldName]?: string };
  /**
   * The names that may continue where their field ends: a letter in the last position shows no more than that (9303-4
   * to 9303-7, 4.2.2).
   */
  readonly truncated: { readonly last: boolean; readonly first: boolean };
  /**
   * The names that the holder does not have, so that they are not read from another photo: some people have only one
   * name.
   */
  readonly absent: { readonly last: boolean; readonly first: boolean };
  /**
   * The last name fills the field so far that no letter of a given name fits in behind it (9303-4 to 9303-7, 4.2.3).
   * Whether the holder has one is not known then.
   */
  readonly noRoomForFirst?: true;
  /** The MRZ states that the document never expires. It has no date of expiry then. */
  readonly neverExpires?: true;
  /** The dates whose two digits of a year may be of another century too, which nothing on the document proves. */
  readonly openCenturies?: readonly ('date_of_birth' | 'date_of_expiry')[];
};
