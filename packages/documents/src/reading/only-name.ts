import { hasRoomForName } from '../mrz/names.ts';
import { isNoName } from '../text-compare/name-placeholders.ts';
import { type NameRules, printsPatronymic } from '../text-compare/name-rules.ts';
import { compareNames, hasForeignName, withoutOtherScript } from '../text-compare/names.ts';
import { type DocumentFacts, machineRead } from './facts.ts';
import type { FieldPair } from './fields.ts';

/** Whether the machine-readable part states that the holder has no such name. */
const isAbsent = (facts: DocumentFacts, name: 'last' | 'first'): boolean =>
  machineRead(facts)?.source === 'barcode'
    ? facts.barcode?.absent?.includes(`${name}_name`) === true
    : facts.mrz?.absent[name] === true;

/**
 * Whether the machine-readable part has the only name of the holder where others have their given names: it states
 * that there is no last name, and print has no other one. ICAO 9303-3, 4.6 has such a name in the first place;
 * passports of India have the given names of a holder without a surname in their own.
 */
export const hasOnlyFirstName = (facts: DocumentFacts, rules: NameRules): boolean => {
  const { first_name, last_name } = machineRead(facts)?.fields ?? {};
  if (first_name === undefined || last_name !== undefined || !isAbsent(facts, 'last')) return false;
  const printed = facts.reading.fields.last_name?.value ?? '';
  return isNoName(printed) || compareNames({ value: printed }, { value: first_name }, rules).agrees;
};

const textOf = (names: readonly (string | undefined)[]): string =>
  names.flatMap((name) => (name === undefined || isNoName(name) ? [] : [name])).join(' ');

/**
 * The names as the machine-readable part and print have them, where print has one that the other lacks and had room
 * for; `null` where it has none. They are compared as a whole where they are in different places: the holder has a
 * single name in one of the two, or print has all names in the place of the last one.
 */
export const nameBesideMachineRead = (facts: DocumentFacts, rules: NameRules): FieldPair | null => {
  const machine = machineRead(facts);
  const { first_name, last_name } = facts.reading.fields;
  const { first_name: given, last_name: family } = machine?.fields ?? {};
  const isInPlaceOfLast =
    given !== undefined &&
    family !== undefined &&
    first_name === undefined &&
    !printsPatronymic(rules.issuingState) &&
    compareNames({ value: given }, { value: last_name?.value ?? '' }, rules).relation !== 'apart';
  const isWhole = isInPlaceOfLast || isAbsent(facts, 'first');
  if (machine === null || !isWhole || (facts.mrz !== null && !hasRoomForName(facts.mrz))) return null;
  const read = { source: machine.source, value: textOf([family, given]) };
  const print = { value: textOf([last_name?.value, first_name?.value]) };
  const printed = { source: 'ai', value: withoutOtherScript(print, read, rules).value } as const;
  const { rest } = compareNames(read, printed, { ...rules, isCorroborated: true });
  return read.value !== '' && hasForeignName(rest.other, [read], rules) ? [read, printed] : null;
};
