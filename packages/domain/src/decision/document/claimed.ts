import { atLeast, comparatorOf, compare } from '../../evidence/compare/compare.ts';
import { fullNameScore } from '../../evidence/compare/names.ts';
import { sexIn } from '../../evidence/compare/plain.ts';
import { type DocumentFacts, machineRead, typesOf } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import type { Claimed } from '../../evidence/evidence.ts';
import { numberAs, type Told, toldOf } from '../../evidence/field-table.ts';
import { judged, notApplicable, placesOf } from '../answer.ts';
import type { Comparator, Sight } from '../checks.ts';
import type { Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';
import { looksClosely, withFacts } from './shared.ts';

/** A claimed value, the machine-read value of the same field on the document, and the way to compare the two. */
type Claim = {
  readonly field: string;
  readonly comparator: Comparator;
  readonly said: string | undefined;
  readonly seen: Told | undefined;
  readonly mismatch: ReasonCode;
  readonly score?: number;
  /**
   * The printed value. It is present if the claim agrees with the machine-read value only because that may be
   * truncated.
   */
  readonly printed?: { readonly value: string; readonly score: number } | undefined;
};

type Names = 'last_name' | 'first_name';

/**
 * A name that the document states as absent is an empty value, so that a claimed name disagrees. No other photo would
 * show it.
 */
const absent = ({ barcode, mrz }: DocumentFacts, source: 'mrz' | 'barcode', name: FieldName): Told | undefined => {
  if (name !== 'last_name' && name !== 'first_name') return undefined;
  const other: Names = name === 'last_name' ? 'first_name' : 'last_name';
  const inBarcode = barcode?.fields[name] === undefined && barcode?.fields[other] !== undefined;
  const inZone = name === 'last_name' ? mrz?.absent.last : mrz?.absent.first;
  return (source === 'barcode' ? inBarcode : inZone) ? { source, value: '' } : undefined;
};

type Believed = (name: FieldName) => Told | undefined;

/** Looks up fields in the one trusted source. The output of a model is not trusted to confirm a claim. */
const believedIn = (facts: DocumentFacts): Believed => {
  const machine = machineRead(facts)?.source;
  return (name) =>
    machine && (toldOf(name, facts).find(({ source }) => source === machine) ?? absent(facts, machine, name));
};

const uncut = ({ source, value }: Told): Told => ({ source, value });

const present = (...parts: readonly (Told | undefined)[]): readonly Told[] =>
  parts.flatMap((part) => (part && part.value !== '' ? [part] : []));

const textOf = (parts: readonly Told[]): string => parts.map(({ value }) => value).join(' ');

/**
 * Compares the printed names too, if the names agree only because they may be truncated: many names share one
 * beginning.
 */
const printedToo = (
  said: string,
  parts: readonly Told[],
  names: readonly Names[],
  { facts, namesPass }: Asked,
): Claim['printed'] => {
  if (fullNameScore({ value: said }, parts.map(uncut)) >= namesPass) return undefined;
  const printed = names.flatMap((name) => facts.reading.fields[name] ?? []);
  if (printed.length === 0) return undefined;
  return { value: printed.map(({ value }) => value).join(' '), score: fullNameScore({ value: said }, printed) };
};

type Asked = { readonly facts: DocumentFacts; readonly namesPass: number };

/** A claimed full name is compared with the last and the first name of the document together. */
const fullName = ({ full_name: said }: Claimed, believed: Believed, asked: Asked): Claim => {
  const [last, first] = [believed('last_name'), believed('first_name')];
  const parts = present(last, first);
  return {
    field: 'full_name',
    comparator: 'name',
    said,
    seen: last && { source: last.source, value: textOf(parts) },
    mismatch: 'data_name_mismatch',
    score: said === undefined || last?.value === '' ? 0 : fullNameScore({ value: said }, parts),
    printed: said === undefined ? undefined : printedToo(said, parts, ['last_name', 'first_name'], asked),
  };
};

const oneName = (name: Names, said: string | undefined, believed: Believed, asked: Asked): Claim => {
  const seen = believed(name);
  return {
    field: name,
    comparator: 'name',
    said,
    seen,
    mismatch: 'data_name_mismatch',
    printed: said === undefined ? undefined : printedToo(said, present(seen), [name], asked),
  };
};

/**
 * Selects the claims that can be compared. An unknown word for the sex, for example, has no counterpart on a document.
 */
const comparable = (claimed: Claimed, policy: Policy): Claimed => {
  const { country, document_type, gender, ...others } = claimed;
  const isSaid = gender !== undefined && sexIn(gender) !== null;
  if (!looksClosely(policy)) return country?.length === 3 ? { ...others, country } : others;
  return { ...others, ...(country && { country }), ...(document_type && { document_type }), ...(isSaid && { gender }) };
};

const claimsOf = (claimed: Claimed, asked: Asked): readonly Claim[] => {
  const { facts } = asked;
  const believed = believedIn(facts);
  const { document_number: said } = claimed;
  const number = believed('document_number');
  const field = (name: FieldName, said: string | undefined, mismatch: ReasonCode): Claim => ({
    field: name,
    comparator: comparatorOf[name],
    said,
    seen: believed(name),
    mismatch,
  });
  const type = typesOf(facts).find(({ source }) => source === machineRead(facts)?.source);
  return [
    fullName(claimed, believed, asked),
    oneName('last_name', claimed.last_name, believed, asked),
    oneName('first_name', claimed.first_name, believed, asked),
    field('date_of_birth', claimed.date_of_birth, 'data_birth_date_mismatch'),
    {
      ...field('document_number', said, 'data_number_mismatch'),
      seen: number && said !== undefined ? numberAs(number, said, facts) : number,
    },
    field('issuing_country', claimed.country, 'data_country_mismatch'),
    field('sex', claimed.gender, 'data_inconsistent'),
    {
      field: 'document_type',
      comparator: 'type',
      said: claimed.document_type,
      seen: type,
      mismatch: 'data_inconsistent',
    },
  ];
};

type Found = { readonly sights: readonly Sight[]; readonly reasons: readonly ReasonCode[] };

const found = (claim: Claim, namesPass: number): Found => {
  const { comparator, field, mismatch, said, seen } = claim;
  if (said === undefined) return { sights: [], reasons: [] };
  if (!seen) return { sights: [], reasons: ['data_field_missing'] };
  const given = { source: 'claimed', value: said } as const;
  const { agrees, score } =
    claim.score === undefined ? compare(comparator, given, seen, namesPass) : atLeast(claim.score, namesPass);
  const other = { source: seen.source, value: seen.value };
  const sight: Sight = { kind: 'comparison', field, comparator, one: given, other, score, agrees };
  if (!agrees || !claim.printed) return { sights: [sight], reasons: agrees ? [] : [mismatch] };
  const print = atLeast(claim.printed.score, namesPass);
  const beside = { source: 'ai', value: claim.printed.value } as const;
  return {
    sights: [sight, { kind: 'comparison', field, comparator, one: given, other: beside, ...print }],
    reasons: print.agrees ? [] : [mismatch],
  };
};

/** Checks whether the document agrees with what the partner claimed. Only machine-read values are trusted here. */
export const claimedData = withFacts((facts, { inForce, policy }, places) => {
  const claimed = comparable(inForce.claimed?.item.claimed ?? {}, policy);
  const claims = claimsOf(claimed, { facts, namesPass: policy.names.pass }).filter(({ said }) => said !== undefined);
  if (claims.length === 0) return notApplicable;
  const all = claims.map((claim) => found(claim, policy.names.pass));
  const reasons = [...new Set(all.flatMap((one) => one.reasons))];
  const saw = all.flatMap(({ sights }) => sights);
  return judged(reasons, [...places, ...placesOf(inForce.claimed)], { source: 'claimed', saw });
});
