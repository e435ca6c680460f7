import { type DocumentFacts, isMrzProven, machineRead } from '../documents/facts.ts';
import { fieldPairs } from '../documents/fields.ts';
import { comparatorOf, compareValues } from '../documents/text-compare/compare.ts';
import type { FieldName } from '../kernel/document-terms.ts';

/**
 * Whether the machine-read value of a field may count against the holder. The field must come from the barcode or from
 * a machine-readable zone whose check digits hold, and no other source of the field may disagree.
 */
export const isFieldProven = (name: FieldName, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isMrzProven(facts)) &&
  fieldPairs(name, facts).every(([one, other]) => compareValues(comparatorOf[name], one, other, 100).agrees);
