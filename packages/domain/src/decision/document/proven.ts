import { comparatorOf, compare } from '../../evidence/compare/compare.ts';
import { type DocumentFacts, isZoneProven, machineRead } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import { pairsOf } from '../../evidence/field-table.ts';

/**
 * Whether the machine-read value of a field may count against the holder. The field must come from the barcode or from
 * a machine-readable zone whose check digits hold, and no other source of the field may disagree.
 */
export const isProven = (name: FieldName, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isZoneProven(facts)) &&
  pairsOf(name, facts).every(([one, other]) => compare(comparatorOf[name], one, other, 100).agrees);
