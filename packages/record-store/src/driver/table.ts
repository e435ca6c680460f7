/**
 * A text is empty and a number 0 where nothing was written; a JSON value is `null`. A text is kept letter by letter,
 * and has no surrogate without its other half; a number is whole, and at most 2 ** 53 - 1. The members
 * of a JSON object may be answered in another order.
 */
type ColumnKind = 'text' | 'number' | 'json';

/** A table of the record store. */
export type Table = {
  readonly columns: { readonly [column: string]: ColumnKind };
  /** Sets of columns whose values occur once. Every table has a unique `id` as well. */
  readonly unique: readonly (readonly string[])[];
  /** A set of one column where only values that are not empty occur once. */
  readonly uniqueUnlessEmpty?: string;
  /**
   * Columns that hold the id of another row, which must exist when the reference is written, or nothing. When that row
   * is deleted, the engine may keep the reference, empty it, or delete the row that has it: the record store deletes no
   * row to which another refers.
   */
  readonly references?: { readonly [column: string]: string };
  /**
   * The step that removes personal data from its rows: the change of the profile that requests the erasure, or the step
   * of the eraser that has the name of the table, or of another table. `null`: its rows say nothing about a person.
   */
  readonly erasedBy: 'profile change' | 'own step' | 'step of sightings' | null;
};
