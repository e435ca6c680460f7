import type { DocumentField, DocumentFields, DocumentView } from '../profile/view.ts';
import { comparatorOf, compare } from './compare/compare.ts';
import type { GivenName } from './compare/names.ts';
import { zonesCompared } from './compare/zones.ts';
import { countriesOf, type DocumentFacts, inOrder, typeOf } from './document-facts.ts';
import { type FieldName, fieldNames } from './document-reading.ts';
import type { Mrz } from './mrz/mrz.ts';

/** A field as one source gives it. `truncated` says that the end of a name may not have fitted there. */
export type Told = GivenName & { readonly source: 'mrz' | 'barcode' | 'ai'; readonly confidence?: number };

const inZone = (name: FieldName, mrz: Mrz | null): readonly Told[] => {
  const value = mrz?.fields[name];
  if (mrz === null || value === undefined) return [];
  const cut = (name === 'last_name' && mrz.truncated.last) || (name === 'first_name' && mrz.truncated.first);
  return [{ source: 'mrz', value, cut }];
};

/**
 * A barcode has room for 40 letters of a name (AAMVA annex D, versions 4 and later); a shorter one was not truncated.
 */
const roomForName = 40;

const inBarcode = (name: FieldName, barcode: DocumentFacts['barcode']): readonly Told[] => {
  const value = barcode?.fields[name];
  if (barcode === null || value === undefined) return [];
  const cut = barcode.truncated.some((one) => one === name) && value.length >= roomForName;
  return [{ source: 'barcode', value, cut }];
};

const sameNumber = (one: string, other: string): boolean =>
  compare('number', { value: one }, { value: other }, 100).agrees;

/** The optional data of a card. States write what they like there, often the holder's own number. */
const optionalNumber = ({ mrz }: DocumentFacts): string | undefined =>
  mrz?.format === 'TD1' || mrz?.format === 'TD2' ? mrz.fields.personal_number : undefined;

/** A field by each source that gives it, the most reliable first. */
export const toldOf = (name: FieldName, facts: DocumentFacts): readonly Told[] => {
  const printed = facts.reading.fields[name];
  const inPrint: readonly Told[] = printed ? [{ source: 'ai', ...printed }] : [];
  const optional = name === 'personal_number' ? optionalNumber(facts) : undefined;
  // Optional data that differ from the printed number are something else, and not another reading of that number.
  const isOther = optional !== undefined && printed !== undefined && !sameNumber(optional, printed.value);
  return inOrder(facts, isOther ? [] : inZone(name, facts.mrz), inBarcode(name, facts.barcode), inPrint);
};

/**
 * The number of a card in the sense in which somebody may state it. On some cards the State prints the holder's own
 * number as the document number; the MRZ then has it in its optional data, and has a number of the card alone as its
 * document number.
 */
export const numberAs = (told: Told, said: string, facts: DocumentFacts): Told => {
  const optional = told.source === 'mrz' ? optionalNumber(facts) : undefined;
  return optional !== undefined && sameNumber(optional, said) ? { ...told, value: optional } : told;
};

const areOneZone = ({ mrzLines, otherZone }: DocumentFacts['reading']): boolean =>
  !!mrzLines && !!otherZone && zonesCompared(mrzLines, otherZone.mrzLines) !== 'different';

/**
 * A field of the MRZ as both readers saw it. Where they saw the same MRZ except for misread characters, the differences
 * are misread characters and do not count.
 */
const zonesOf = (name: FieldName, facts: DocumentFacts): readonly (readonly [Told, Told])[] => {
  const pairs = inZone(name, facts.mrz).flatMap((one) =>
    inZone(name, facts.otherMrz).map((other) => [one, other] as const),
  );
  const same = pairs.filter(([one, other]) => one.value === other.value);
  // The MRZs are compared as a whole only where a field needs it.
  return same.length < pairs.length && areOneZone(facts.reading) ? same : pairs;
};

/** Every two sources of a field. The MRZ as another reader saw it is not a source; it is only compared with the MRZ. */
export const pairsOf = (name: FieldName, facts: DocumentFacts): readonly (readonly [Told, Told])[] => {
  const told = toldOf(name, facts);
  const pairs = told.flatMap((one, i) => told.slice(i + 1).map((other) => [one, other] as const));
  const called = ([one, other]: readonly [Told, Told]): readonly [Told, Told] => [
    numberAs(one, other.value, facts),
    numberAs(other, one.value, facts),
  ];
  return [...(name === 'document_number' ? pairs.map(called) : pairs), ...zonesOf(name, facts)];
};

const fieldFrom = (name: FieldName, facts: DocumentFacts, namesPass: number): DocumentField | null => {
  const sources = toldOf(name, facts).map(({ cut: _, ...source }) => source);
  const [first] = sources;
  if (!first) return null;
  const pairs = pairsOf(name, facts);
  const isOneSaid = pairs.every(([one, other]) => compare(comparatorOf[name], one, other, namesPass).agrees);
  const agreement = sources.length === 1 ? 'single' : 'agree';
  return { value: first.value, sources, agreement: isOneSaid ? agreement : 'disagree' };
};

/** Every field with its sources; names agree from a score of `namesPass` on. */
export const fieldsOf = (facts: DocumentFacts, namesPass: number): DocumentFields =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = fieldFrom(name, facts, namesPass);
      return field ? [[name, field] as const] : [];
    }),
  );

/** The document as a partner sees it. */
export const documentView = (facts: DocumentFacts, namesPass: number): DocumentView => ({
  type: typeOf(facts)?.type ?? null,
  issuing_country: countriesOf(facts)[0]?.value ?? null,
  fields: fieldsOf(facts, namesPass),
});
