import type { DocumentField, DocumentFields, DocumentView } from '../profile/view.ts';
import { comparatorOf, compare } from './compare/compare.ts';
import type { GivenName } from './compare/names.ts';
import { countriesOf, type DocumentFacts, inOrder, typeOf } from './document-facts.ts';
import { type FieldName, fieldNames } from './document-reading.ts';
import type { Mrz } from './mrz/mrz.ts';

/** A field as one source gives it. `cut`: the end of a name may not have had room there. */
export type Told = GivenName & { readonly source: 'mrz' | 'barcode' | 'ai'; readonly confidence?: number };

const inZone = (name: FieldName, mrz: Mrz | null): readonly Told[] => {
  const value = mrz?.fields[name];
  if (mrz === null || value === undefined) return [];
  const cut = (name === 'last_name' && mrz.truncated.last) || (name === 'first_name' && mrz.truncated.first);
  return [{ source: 'mrz', value, cut }];
};

const inBarcode = (name: FieldName, barcode: DocumentFacts['barcode']): readonly Told[] => {
  const value = barcode?.fields[name];
  if (barcode === null || value === undefined) return [];
  return [{ source: 'barcode', value, cut: barcode.truncated.some((cut) => cut === name) }];
};

/** A field by each source that gives it, the most reliable first. */
export const toldOf = (name: FieldName, facts: DocumentFacts): readonly Told[] => {
  const printed = facts.reading.fields[name];
  const inPrint: readonly Told[] = printed ? [{ source: 'ai', ...printed }] : [];
  return inOrder(facts, inZone(name, facts.mrz), inBarcode(name, facts.barcode), inPrint);
};

/** Every two sources of a field; the zone as another reader saw it is no source, but what the zone is held against. */
export const pairsOf = (name: FieldName, facts: DocumentFacts): readonly (readonly [Told, Told])[] => {
  const told = toldOf(name, facts);
  const zones = inZone(name, facts.mrz).flatMap((one) =>
    inZone(name, facts.otherMrz).map((other) => [one, other] as const),
  );
  return [...told.flatMap((one, i) => told.slice(i + 1).map((other) => [one, other] as const)), ...zones];
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
