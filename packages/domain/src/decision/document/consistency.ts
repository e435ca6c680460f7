import { comparatorOf, compare } from '../../evidence/compare/compare.ts';
import type { GivenName } from '../../evidence/compare/names.ts';
import { dayIn } from '../../evidence/compare/plain.ts';
import { zonesCompared } from '../../evidence/compare/zones.ts';
import { dayOf } from '../../evidence/dates.ts';
import { type DocumentFacts, isZoneProven, machineRead, typesOf } from '../../evidence/document-facts.ts';
import { type FieldName, fieldNames } from '../../evidence/document-reading.ts';
import { pairsOf, toldOf } from '../../evidence/field-table.ts';
import { judged } from '../answer.ts';
import type { CheckSource, Comparator, Sight } from '../checks.ts';
import type { Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';
import { type HeldDate, heldDates } from './day-limits.ts';
import { looksClosely, missingField, readsPrint, withFacts } from './shared.ts';

/**
 * A detail, and the reason that it gives if it is not as it must be. `proven` says that only parts that our own code
 * parsed are involved, and not the output of a document reader.
 */
type Finding = { readonly sight: Sight; readonly reason: ReasonCode | null; readonly proven: boolean };

/** The fields without which a document does not identify a person. */
const needed: readonly FieldName[] = ['last_name', 'document_number', 'date_of_birth', 'issuing_country'];

type Source = GivenName & { readonly source: CheckSource };

const compared = (
  field: string,
  comparator: Comparator,
  [one, other]: readonly [Source, Source],
  { names }: Policy,
  mismatch: ReasonCode,
): Finding => {
  const { agrees, score } = compare(comparator, one, other, names.pass);
  const bare = ({ source, value }: Source) => ({ source, value });
  const sight = { kind: 'comparison', field, comparator, one: bare(one), other: bare(other), score, agrees } as const;
  return { sight, reason: agrees ? null : mismatch, proven: one.source !== 'ai' && other.source !== 'ai' };
};

const mismatchOf = (pair: readonly [Source, Source]): ReasonCode =>
  pair.some(({ source }) => source === 'barcode') ? 'barcode_mismatch' : 'mrz_print_mismatch';

/** Pairs the country that the reader names for the document as a whole with each machine-read country. */
const wholeCountry = (facts: DocumentFacts): readonly (readonly [Source, Source])[] => {
  const seen = facts.reading.issuingCountry;
  if (!seen) return [];
  const machines = toldOf('issuing_country', facts).filter(({ source }) => source !== 'ai');
  return machines.map((told) => [told, { source: 'ai', value: seen }] as const);
};

const fieldsCompared = (facts: DocumentFacts, policy: Policy): readonly Finding[] =>
  fieldNames.flatMap((name) =>
    [...pairsOf(name, facts), ...(name === 'issuing_country' ? wholeCountry(facts) : [])].map((pair) =>
      compared(name, comparatorOf[name], pair, policy, mismatchOf(pair)),
    ),
  );

/**
 * Compares the machine-readable zone as two readers saw it. The lines are compared because a zone that does not parse,
 * or whose check digits are wrong, has no fields that could disagree.
 */
const zones = ({ reading: { mrzLines, otherZone } }: DocumentFacts): readonly Finding[] => {
  if (!mrzLines || !otherZone) return [];
  const value = zonesCompared(mrzLines, otherZone.mrzLines);
  const sight = { kind: 'value', name: 'zone_of_other_reader', value, source: 'mrz' } as const;
  return [{ sight, reason: value === 'different' ? 'mrz_print_mismatch' : null, proven: false }];
};

const typesCompared = (facts: DocumentFacts, policy: Policy): readonly Finding[] => {
  const types = typesOf(facts).filter(({ source }) => source !== 'ai' || looksClosely(policy));
  return types.flatMap((one, i) =>
    types.slice(i + 1).map((other) => compared('document_type', 'type', [one, other], policy, 'data_inconsistent')),
  );
};

const confidences = ({ reading }: DocumentFacts, { documents }: Policy): readonly Finding[] => {
  const limit = documents.minReaderConfidence;
  if (limit === null) return [];
  return needed.flatMap((name) => {
    const value = reading.fields[name]?.confidence;
    if (value === undefined) return [];
    const sight = { kind: 'value', name: `${name}_confidence`, value, limit, source: 'ai' } as const;
    return [{ sight, reason: value < limit ? 'ai_low_confidence' : null, proven: false }];
  });
};

/**
 * Checks the dates. A machine-readable zone has no date of issue, so this date comes from the barcode or from the
 * printed fields.
 */
const dates = (facts: DocumentFacts, { documents }: Policy, now: string): readonly Finding[] => {
  const { date_of_birth: born, date_of_expiry: expires } = machineRead(facts)?.fields ?? {};
  const told = toldOf('date_of_issue', facts)[0];
  const issued = told && dayIn(told.value);
  const held = heldDates({ born, expires, issued: issued ?? undefined }, dayOf(now), documents.maxValidityYears);
  const isSame = (one: HeldDate) => (other: HeldDate) =>
    one.name === other.name && one.limit === other.limit && one.holds === other.holds;
  const alone = told?.source === 'ai' ? heldDates({ born, expires }, dayOf(now), null) : held;
  const machine = machineRead(facts)?.source ?? 'mrz';
  return held.map((date) => {
    const { holds, limit, name, value } = date;
    const source = name === 'date_of_issue' && told ? told.source : machine;
    const sight = { kind: 'value', name, value, limit, source } as const;
    return { sight, reason: holds ? null : 'data_dates_impossible', proven: alone.some(isSame(date)) };
  });
};

/**
 * Whether print backs the machine-read fields, so that they cannot simply be invented: the document number, or the last
 * name and the date of birth, must be printed too.
 */
const isPrinted = (facts: DocumentFacts): boolean => {
  const both = (name: FieldName): boolean =>
    facts.reading.fields[name] !== undefined && machineRead(facts)?.fields[name] !== undefined;
  return both('document_number') || (both('last_name') && both('date_of_birth'));
};

const isWhole = (facts: DocumentFacts): boolean =>
  (!readsPrint(facts.reading) || isPrinted(facts)) &&
  needed.every((name) => machineRead(facts)?.fields[name] !== undefined);

/**
 * Checks whether the printed fields, the machine-readable zone and the barcode agree field by field, and whether the
 * dates are possible.
 */
export const documentConsistency = withFacts((facts, { inForce, now, policy }, places) => {
  const found = [
    ...fieldsCompared(facts, policy),
    ...zones(facts),
    ...typesCompared(facts, policy),
    ...dates(facts, policy, now),
    ...confidences(facts, policy),
  ];
  const reasons = found.flatMap(({ reason }) => reason ?? []);
  const isMisread = facts.mrz !== null && !isZoneProven(facts);
  const unproven = reasons.filter(
    (code) => isMisread || !found.some(({ proven, reason }) => proven && reason === code),
  );
  if (!isWhole(facts)) reasons.push(missingField(facts, inForce, facts.mrz?.absent.last ? ['last_name'] : undefined));
  const source = machineRead(facts)?.source ?? 'mrz';
  return judged([...new Set(reasons)], places, { source, saw: found.map(({ sight }) => sight), unproven });
});
