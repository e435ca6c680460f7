import { isNoName } from '../text-compare/name-placeholders.ts';
import type { NameRules } from '../text-compare/name-rules.ts';
import { compareNames } from '../text-compare/names.ts';
import { type DocumentFacts, machineRead } from './facts.ts';

/**
 * Whether the machine-readable part has the only name of the holder where others have their given names: it states
 * that there is no last name, and print has no other one. ICAO 9303-3, 4.6 has such a name in the first place;
 * passports of India have the given names of a holder without a surname in their own.
 */
export const hasOnlyFirstName = (facts: DocumentFacts, rules: NameRules): boolean => {
  const machine = machineRead(facts);
  const { first_name, last_name } = machine?.fields ?? {};
  const isStated =
    machine?.source === 'barcode' ? facts.barcode?.absent?.includes('last_name') : facts.mrz?.absent.last;
  if (first_name === undefined || last_name !== undefined || isStated !== true) return false;
  const printed = facts.reading.fields.last_name?.value ?? '';
  return isNoName(printed) || compareNames({ value: printed }, { value: first_name }, rules).agrees;
};
