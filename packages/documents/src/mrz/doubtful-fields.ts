import type { FieldName as MrzFieldName } from 'mrz';
import { type FieldName, fieldNames } from '../terms/document-terms.ts';
import { layoutOf, lineStart } from './layout.ts';
import type { Mrz, MrzDoubt } from './mrz.ts';

/** The fields of the MRZ that no check digit of their own covers, and what they tell. */
const uncovered: readonly (readonly [MrzFieldName, readonly FieldName[]])[] = [
  ['lastName', ['last_name', 'first_name']],
  ['firstName', ['last_name', 'first_name']],
  ['issuingState', ['issuing_country']],
  ['nationality', ['nationality']],
  ['sex', ['sex']],
];

/** The fields of the MRZ with a character that the reader is not sure about, and that no check digit confirms. */
const doubtfulFields = (lines: readonly string[], doubts: readonly MrzDoubt[]): readonly FieldName[] => {
  const layout = layoutOf(lines);
  if (!layout || doubts.length === 0) return [];
  const positions = doubts.map(({ column, line }) => lineStart(layout.lengths, line) + column);
  return uncovered.flatMap(([field, names]) =>
    positions.some((position) => layout.fields.get(field)?.includes(position)) ? names : [],
  );
};

/** Where a reader was not sure of the MRZ, and the fields that it read in print. */
type DoubtedReading = {
  readonly fields: { readonly [Name in FieldName]?: unknown };
  readonly mrzDoubts?: readonly MrzDoubt[];
};

/**
 * The MRZ without the fields that the reader is not sure about: a name, a State or the sex has no check digit of its
 * own, so that nothing tells a wrong character of it. A field that is printed too is kept, and compared with print.
 */
export const withoutDoubtfulFields = (mrz: Mrz, { fields, mrzDoubts = [] }: DoubtedReading): Mrz => {
  const doubtful = doubtfulFields(mrz.lines, mrzDoubts).filter((name) => fields[name] === undefined);
  if (doubtful.length === 0) return mrz;
  const kept = fieldNames.flatMap((name) =>
    mrz.fields[name] === undefined || doubtful.includes(name) ? [] : [[name, mrz.fields[name]] as const],
  );
  return { ...mrz, fields: Object.fromEntries(kept) };
};
