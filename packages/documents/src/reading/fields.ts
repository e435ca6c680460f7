import { compareMrzLines } from '../mrz/compare-mrz.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { hasRoomForName } from '../mrz/names.ts';
import { hasPersonalForm } from '../mrz/personal-numbers.ts';
import { type FieldName, fieldNames } from '../terms/document-terms.ts';
import { type Comparison, comparatorOf, compareValues, isSameValue } from '../text-compare/compare.ts';
import { type NameRules, printsPatronymic } from '../text-compare/name-rules.ts';
import { type ComparableValue, compareNames, withoutOtherScript } from '../text-compare/names.ts';
import { normalizeNumber } from '../text-compare/normalize.ts';
import type { DocumentField, DocumentFields, DocumentView } from './document-view.ts';
import { byReliability, countriesOf, type DocumentFacts, issuingStateOf, typeOf } from './facts.ts';
import { isListed } from './listed-codes.ts';
import { numberGrammar } from './number-grammars.ts';
import { birthsInPersonalNumber } from './personal-births.ts';

/** A field as one source gives it. `truncated` says that the end of a name may not have fitted there. */
export type FieldSourceValue = ComparableValue & {
  readonly source: 'mrz' | 'barcode' | 'ai';
  readonly confidence?: number;
};

/** A field by two sources. */
export type FieldPair = readonly [FieldSourceValue, FieldSourceValue];

const mrzValue = (name: FieldName, mrz: Mrz | null): readonly FieldSourceValue[] => {
  const value = mrz?.fields[name];
  if (mrz === null || value === undefined) return [];
  const cut = (name === 'last_name' && mrz.truncated.last) || (name === 'first_name' && mrz.truncated.first);
  return [{ source: 'mrz', value, truncated: cut }];
};

/**
 * A barcode has room for 40 letters of a name (AAMVA annex D, versions 4 and later); a shorter one was not truncated.
 */
const maxNameLength = 40;

const barcodeValue = (name: FieldName, barcode: DocumentFacts['barcode']): readonly FieldSourceValue[] => {
  const value = barcode?.fields[name];
  if (barcode === null || value === undefined) return [];
  const cut = barcode.truncated.some((one) => one === name) && value.length >= maxNameLength;
  return [{ source: 'barcode', value, truncated: cut }];
};

const sameNumber = (one: string, other: string): boolean => isSameValue('number', one, other);

/** The optional data of a card. States write what they like there, often the holder's own number. */
const optionalNumber = ({ mrz }: DocumentFacts): string | undefined =>
  mrz?.format === 'TD1' || mrz?.format === 'TD2' ? mrz.fields.personal_number : undefined;

/** Whether two numbers of a card are surely the holder's own: a State writes the birth into both in the same way. */
const areBothPersonal = (one: string, other: string, facts: DocumentFacts): boolean => {
  const state = issuingStateOf(facts);
  const numbers = [normalizeNumber(one), normalizeNumber(other)];
  return (
    numbers[0]?.length === numbers[1]?.length &&
    numbers.every((number) => birthsInPersonalNumber(state, number).length > 0)
  );
};

/** A field by each source that gives it, the most reliable first. */
export const fieldValues = (name: FieldName, facts: DocumentFacts): readonly FieldSourceValue[] => {
  const printed = facts.reading.fields[name];
  const inPrint: readonly FieldSourceValue[] = printed ? [{ source: 'ai', ...printed }] : [];
  const optional = name === 'personal_number' ? optionalNumber(facts) : undefined;
  // Optional data that differ from the printed number are something else, and not another reading of that number.
  const isOtherNumber =
    optional !== undefined &&
    printed !== undefined &&
    !sameNumber(optional, printed.value) &&
    !areBothPersonal(optional, printed.value, facts);
  return byReliability(
    facts,
    isOtherNumber ? [] : mrzValue(name, facts.mrz),
    barcodeValue(name, facts.barcode),
    inPrint,
  );
};

/** Fewer characters of optional data are no number of a person. */
const minOwnLength = 5;

/**
 * Whether optional data may be the number that a card prints. Where the form of a person's number is published, they
 * must have it, and where that of the card's number alone is, they are no such number.
 */
const mayBePrinted = (optional: string, facts: DocumentFacts): boolean => {
  const state = issuingStateOf(facts);
  const number = normalizeNumber(optional);
  const isFree = number.length >= minOwnLength && numberGrammar(state, facts.mrz?.documentCode ?? '') === null;
  return hasPersonalForm(state, number) ?? isFree;
};

/**
 * The number of a card in the sense in which somebody may state it. On some cards the State prints the holder's own
 * number as the document number; the MRZ then has it in its optional data, and has a number of the card alone as its
 * document number.
 */
export const matchingNumber = (
  sourceValue: FieldSourceValue,
  stated: string,
  facts: DocumentFacts,
): FieldSourceValue => {
  const optional = sourceValue.source === 'mrz' ? optionalNumber(facts) : undefined;
  return optional !== undefined && sameNumber(optional, stated) && mayBePrinted(optional, facts)
    ? { ...sourceValue, value: optional }
    : sourceValue;
};

const isSameMrz = ({ mrzLines, otherZone }: DocumentFacts['reading']): boolean =>
  !!mrzLines && !!otherZone && compareMrzLines(mrzLines, otherZone.mrzLines) !== 'different';

/**
 * A field of the MRZ as both readers saw it. Where they saw the same MRZ except for misread characters, the differences
 * are misread characters and do not count.
 */
const mrzPairs = (name: FieldName, facts: DocumentFacts): readonly FieldPair[] => {
  const pairs = mrzValue(name, facts.mrz).flatMap((one) =>
    mrzValue(name, facts.otherMrz).map((other) => [one, other] as const),
  );
  const same = pairs.filter(([one, other]) => one.value === other.value);
  // The MRZs are compared as a whole only where a field needs it.
  return same.length < pairs.length && isSameMrz(facts.reading) ? same : pairs;
};

/**
 * Two sources of a field as they are compared: each number in the sense in which the other source states it. They may
 * be of two pictures, whose facts are given then.
 */
export const pairOf = (
  name: FieldName,
  [one, other]: FieldPair,
  facts: DocumentFacts,
  otherFacts: DocumentFacts = facts,
): FieldPair =>
  name === 'document_number'
    ? [matchingNumber(one, other.value, facts), matchingNumber(other, one.value, otherFacts)]
    : [one, other];

/** Every two sources of a field. The MRZ as another reader saw it is not a source; it is only compared with the MRZ. */
export const fieldPairs = (name: FieldName, facts: DocumentFacts): readonly FieldPair[] => {
  const values = fieldValues(name, facts);
  const pairs = values.flatMap((one, i) => values.slice(i + 1).map((other) => pairOf(name, [one, other], facts)));
  return [...pairs, ...mrzPairs(name, facts)];
};

/** One of these fields has to agree where a name is only part of another. */
export const corroboratingFields = ['date_of_birth', 'document_number'] as const satisfies readonly FieldName[];

/** Whether the two sources of a pair agree on one of those fields. */
const isCorroborated = ([one, other]: FieldPair, facts: DocumentFacts): boolean =>
  corroboratingFields.some((name) =>
    fieldPairs(name, facts).some(
      ([a, b]) =>
        a.source === one.source && b.source === other.source && isSameValue(comparatorOf[name], a.value, b.value),
    ),
  );

/**
 * Whether the other source has a given name that the MRZ lacks and had room for. An MRZ has every given name that is
 * printed (ICAO 9303-3, 4.6), except for a patronymic that the State leaves out.
 */
const hasNameBesideMrz = (name: FieldName, pair: FieldPair, { mrz }: DocumentFacts, rules: NameRules): boolean => {
  const [one, other] = pair;
  const isBesideMrz = one.source === 'mrz' && other.source !== 'mrz' && mrz !== null && hasRoomForName(mrz);
  if (name !== 'first_name' || !isBesideMrz || printsPatronymic(rules.issuingState)) return false;
  const printed = withoutOtherScript(other, one, rules);
  const { relation, rest } = compareNames(one, printed, { ...rules, isCorroborated: true });
  return relation === 'part' && rest.other.length > 0;
};

/**
 * Compares a field by two sources. A name that is only part of the other is corroborated by the same two sources,
 * unless it is the MRZ that lacks a given name.
 */
export const comparePair = (name: FieldName, pair: FieldPair, facts: DocumentFacts, rules: NameRules): Comparison => {
  const comparator = comparatorOf[name];
  const compared = compareValues(comparator, ...pair, rules);
  if (comparator !== 'name' || compared.agrees || !isCorroborated(pair, facts)) return compared;
  return hasNameBesideMrz(name, pair, facts, rules)
    ? compared
    : compareValues(comparator, ...pair, { ...rules, isCorroborated: true });
};

/** Optional data of a card are no personal number unless print says so, which may be on the other side. */
const comparableAcrossSides = (name: FieldName, facts: DocumentFacts): readonly FieldSourceValue[] =>
  fieldValues(name, facts).filter(
    ({ source }) => name !== 'personal_number' || source !== 'mrz' || optionalNumber(facts) === undefined,
  );

/** Each value of a field on the front with each value of it on the back. */
export const sidePairs = (name: FieldName, front: DocumentFacts, back: DocumentFacts): readonly FieldPair[] =>
  comparableAcrossSides(name, front).flatMap((one) =>
    comparableAcrossSides(name, back).map((other) => pairOf(name, [one, other], front, back)),
  );

const documentField = (name: FieldName, facts: DocumentFacts, rules: NameRules): DocumentField | null => {
  const sources = fieldValues(name, facts)
    .filter((value) => isListed(name, value))
    .map(({ truncated: _, ...source }) => source);
  const [first] = sources;
  if (!first) return null;
  const allAgree = fieldPairs(name, facts).every((pair) => comparePair(name, pair, facts, rules).agrees);
  const agreement = sources.length === 1 ? 'single' : 'agree';
  return { value: first.value, sources, agreement: allAgree ? agreement : 'disagree' };
};

/**
 * Every field with its sources, and whether they agree. A code that no State has is no value of any
 * source: the checks hold it against the document, and nobody is told it as a fact.
 */
const documentFields = (facts: DocumentFacts, rules: NameRules): DocumentFields =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = documentField(name, facts, rules);
      return field ? [[name, field] as const] : [];
    }),
  );

/** The document as a partner sees it. */
export const documentView = (facts: DocumentFacts, rules: NameRules): DocumentView => ({
  type: typeOf(facts)?.type ?? null,
  issuingCountry: countriesOf(facts).find((country) => isListed('issuing_country', country))?.value ?? null,
  fields: documentFields(facts, rules),
});
