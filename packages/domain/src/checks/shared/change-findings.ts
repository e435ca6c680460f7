import {
  comparatorOf,
  comparePair,
  compareValues,
  countriesOf,
  type DocumentFacts,
  documentFacts,
  type FieldName,
  type FieldSourceValue,
  fieldPairs,
  fieldValues,
  isMrzProven,
  isSameValue,
  machineRead,
  type NameRules,
  pairOf,
  parseDay,
} from '@portcullis/documents';
import type { CurrentEvidence, Indexed } from '../../evidence/current-evidence.ts';
import type { ReadingEvidence } from '../../evidence/evidence.ts';
import type { Policy } from '../../policy/policy.ts';
import { confidentSignals, isAuthenticitySignal, isSurelyRead } from './document-check.ts';
import type { CheckFinding } from './finding.ts';
import { nameRules } from './name-rules.ts';

type DateField = 'date_of_birth' | 'date_of_expiry';

/** Whether the machine-readable part was certainly read right, as its check digits or a barcode show. */
const isMachineReadRight = (facts: DocumentFacts): boolean =>
  machineRead(facts)?.source === 'barcode' || isMrzProven(facts);

/** Whether the reader of print saw no fault of the photo, by which it may have misread something. */
const isClearPhoto = (facts: DocumentFacts): boolean => confidentSignals(facts).every(isAuthenticitySignal);

const machineValue = (name: FieldName, facts: DocumentFacts): readonly FieldSourceValue[] =>
  isMachineReadRight(facts)
    ? fieldValues(name, facts).filter(({ source, value }) => source === machineRead(facts)?.source && value !== '')
    : [];

const printedValue = (name: FieldName, facts: DocumentFacts): readonly FieldSourceValue[] =>
  isClearPhoto(facts)
    ? fieldValues(name, facts).filter((one) => one.source === 'ai' && one.value !== '' && isSurelyRead(one))
    : [];

/** A field as it was certainly read, from the most reliable source alone. */
const certainValue = (name: FieldName, facts: DocumentFacts): readonly FieldSourceValue[] =>
  [...machineValue(name, facts), ...printedValue(name, facts)].slice(0, 1);

/** A field that no check digit covers is certain in a machine-readable zone only if print does not contradict it. */
const uncoveredValue = (name: FieldName, facts: DocumentFacts, rules: NameRules): readonly FieldSourceValue[] =>
  machineRead(facts)?.source === 'barcode' ||
  fieldPairs(name, facts).every((pair) => comparePair(name, pair, facts, rules).agrees)
    ? certainValue(name, facts)
    : [];

/** All names of the holder as one, since two readers may part them in different places. */
const wholeName = (facts: DocumentFacts, rules: NameRules): readonly FieldSourceValue[] => {
  const stated = (['last_name', 'first_name'] as const).filter((name) => fieldValues(name, facts).length > 0);
  const certain = stated.flatMap((name) => uncoveredValue(name, facts, rules));
  const [first] = certain;
  if (!first || certain.length < stated.length) return [];
  const truncated = certain.some((one) => one.truncated === true);
  return [{ source: first.source, value: certain.map(({ value }) => value).join(' '), truncated }];
};

/** Two digits of a year are all that a machine-readable zone has, so that the century may have been taken otherwise. */
const isSameDay = (one: FieldSourceValue, other: FieldSourceValue): boolean => {
  const day = parseDay(one.value);
  const otherDay = parseDay(other.value);
  if (day === null || otherDay === null) return true;
  return one.source === 'mrz' || other.source === 'mrz' ? day.slice(2) === otherDay.slice(2) : day === otherDay;
};

/** Whether two readings are certainly of one document: they have a number in common, and no other State. */
const isSameDocument = (facts: DocumentFacts, earlier: DocumentFacts, rules: NameRules): boolean => {
  const numbersOf = (one: DocumentFacts) => [
    ...machineValue('document_number', one),
    ...printedValue('document_number', one),
  ];
  const [state] = countriesOf(facts);
  const [before] = countriesOf(earlier);
  return (
    numbersOf(facts).some((one) =>
      numbersOf(earlier).some((other) => {
        const [a, b] = pairOf('document_number', [one, other], facts, earlier);
        return isSameValue('number', a.value, b.value);
      }),
    ) &&
    (!state || !before || compareValues('country', state, before, rules).agrees)
  );
};

/** Whether two names are those of one person, as they are written. */
const isSameName = (now: FieldSourceValue, before: FieldSourceValue, rules: NameRules): boolean => {
  const { agrees, isVariant } = compareValues('name', now, before, { ...rules, isCorroborated: true });
  return agrees || isVariant === true;
};

/** Whether two documents certainly name different persons: another name, or another day of birth. */
export const isOtherPerson = (facts: DocumentFacts, earlier: DocumentFacts, policy: Policy): boolean => {
  const rules = nameRules(facts, policy);
  const names = wholeName(earlier, nameRules(earlier, policy));
  const births = certainValue('date_of_birth', earlier);
  return (
    wholeName(facts, rules).some((now) => names.some((before) => !isSameName(now, before, rules))) ||
    certainValue('date_of_birth', facts).some((now) => births.some((before) => !isSameDay(now, before)))
  );
};

type Change = { readonly name: string; readonly now: FieldSourceValue; readonly before: FieldSourceValue };

const changesSince = (facts: DocumentFacts, earlier: DocumentFacts, policy: Policy): readonly Change[] => {
  const rules = nameRules(facts, policy);
  if (!isSameDocument(facts, earlier, rules)) return [];
  const earlierRules = nameRules(earlier, policy);
  const changed = (
    name: string,
    values: readonly FieldSourceValue[],
    valuesBefore: readonly FieldSourceValue[],
    isSame: (now: FieldSourceValue, before: FieldSourceValue) => boolean,
  ): readonly Change[] =>
    values.flatMap((now) => valuesBefore.flatMap((before) => (isSame(now, before) ? [] : [{ name, now, before }])));
  const dates: readonly DateField[] = ['date_of_birth', 'date_of_expiry'];
  return [
    ...changed('full_name', wholeName(facts, rules), wholeName(earlier, earlierRules), (now, before) =>
      isSameName(now, before, rules),
    ),
    ...changed(
      'sex',
      uncoveredValue('sex', facts, rules),
      uncoveredValue('sex', earlier, earlierRules),
      (now, before) => isSameValue(comparatorOf.sex, now.value, before.value),
    ),
    ...dates.flatMap((name) => changed(name, certainValue(name, facts), certainValue(name, earlier), isSameDay)),
  ];
};

/** The readings of the other photos that the profile has shown, of this attempt and of those before. */
const otherReadings = ({ earlierReadings, reading, readings }: CurrentEvidence): readonly Indexed<ReadingEvidence>[] =>
  [...earlierReadings, ...readings].filter(({ index }) => index !== reading?.index);

/**
 * Compares the document with what other photos of it said in this profile: somebody alters a copy after it was refused,
 * or before anybody is told. Only what was certainly read on both counts, so that a misread photo spoils no better one.
 * A State that renews a document under its number gives it another expiry, and a reviewer sees both.
 */
export const changeFindings = (
  facts: DocumentFacts,
  selected: CurrentEvidence,
  policy: Policy,
): readonly CheckFinding[] => {
  const changes = otherReadings(selected).flatMap(({ index, value }) =>
    changesSince(facts, documentFacts(value), policy).map((change) => ({ ...change, index })),
  );
  return [...new Map(changes.map((change) => [change.name, change])).values()].map(
    ({ before: { source, value }, index, name, now }) => ({
      detail: { kind: 'value', name: `${name}_on_other_photo`, value, limit: now.value, source },
      reason: 'document_changed',
      isProven: false,
      index,
    }),
  );
};
