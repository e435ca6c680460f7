import { comparatorOf, compare } from '../../evidence/compare/compare.ts';
import { type DocumentFacts, isZoneProven, machineRead } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import { pairsOf } from '../../evidence/field-table.ts';

/**
 * Whether what a machine read of a field can be held against the holder: a zone shows that it was read right, and no other
 * source of the field says otherwise.
 */
export const isProven = (name: FieldName, facts: DocumentFacts): boolean =>
  (machineRead(facts)?.source === 'barcode' || isZoneProven(facts)) &&
  pairsOf(name, facts).every(([one, other]) => compare(comparatorOf[name], one, other, 100).agrees);
