import { comparatorOf, compareValues } from '../../evidence/compare/compare.ts';
import { type DocumentFacts, isMrzProven, machineRead } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import { fieldPairs } from '../../evidence/field-table.ts';

/**
 * Whether the machine-read value of a field may count against the holder. The field must come from the barcode or from
 * a machine-readable zone whose check digits hold, and no other source of the field may disagree.
 */
export const isFieldProven = (name: FieldName, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isMrzProven(facts)) &&
  fieldPairs(name, facts).every(([one, other]) => compareValues(comparatorOf[name], one, other, 100).agrees);
