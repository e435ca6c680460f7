import {
  type Comparator,
  comparatorOf,
  compareValues,
  corroboratingFields,
  type DocumentFacts,
  daysOf,
  type FieldName,
  type FieldSourceValue,
  fieldValues,
  isEarlierCentury,
  machineRead,
  matchingNumber,
  type NameRules,
  parseDay,
  parseSex,
  typesOf,
} from '@portcullis/documents';
import type { Claimed } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { type ClaimResult, compareClaimedNames } from './claimed-names.ts';
import { type CheckInput, evidenceIndexes, notApplicable, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { nameRules } from './shared/name-rules.ts';

/** A claimed value, the machine-read value of the same field on the document, and the way to compare the two. */
type Claim = {
  readonly field: string;
  readonly comparator: Comparator;
  readonly claimedValue: string | undefined;
  readonly documentValue: FieldSourceValue | undefined;
  readonly mismatchReason: ReasonCode;
};

/**
 * A name that the document states as absent is an empty value, so that a claimed name disagrees. No other photo would
 * show it.
 */
const absentName = (
  { barcode, mrz }: DocumentFacts,
  source: 'mrz' | 'barcode',
  name: FieldName,
): FieldSourceValue | undefined => {
  if (name !== 'last_name' && name !== 'first_name') return undefined;
  const isAbsentInBarcode = barcode?.absent?.includes(name);
  const isAbsentInMrz = name === 'last_name' ? mrz?.absent.last : mrz?.absent.first;
  return (source === 'barcode' ? isAbsentInBarcode : isAbsentInMrz) ? { source, value: '' } : undefined;
};

type TrustedField = (name: FieldName) => FieldSourceValue | undefined;

/** Looks up fields in the one trusted source. The output of a model is not trusted to confirm a claim. */
const trustedFields = (facts: DocumentFacts): TrustedField => {
  const machine = machineRead(facts)?.source;
  return (name) =>
    machine && (fieldValues(name, facts).find(({ source }) => source === machine) ?? absentName(facts, machine, name));
};

/**
 * Selects the claims that can be compared. An unknown word for the sex, for example, has no counterpart on a document.
 */
const comparableClaims = (claimed: Claimed): Claimed => {
  const { country, document_type, gender, ...others } = claimed;
  const isKnownSex = gender !== undefined && parseSex(gender) !== null;
  return {
    ...others,
    ...(country && { country }),
    ...(document_type && { document_type }),
    ...(isKnownSex && { gender }),
  };
};

/**
 * A day of birth in the century of the claim, where an MRZ alone has it: two digits of a year name no century. Whether
 * the person is old enough by the later one is another question.
 */
const birthAsClaimed = (
  birth: FieldSourceValue | undefined,
  claimed: string | undefined,
  facts: DocumentFacts,
  now: string,
): FieldSourceValue | undefined => {
  const isOpen =
    birth?.source === 'mrz' &&
    claimed !== undefined &&
    isEarlierCentury(claimed, birth.value, daysOf(facts, now).latest) &&
    fieldValues('date_of_birth', facts).every(
      ({ source, value }) => source === 'mrz' || parseDay(value) !== birth.value,
    );
  return isOpen ? { ...birth, value: claimed } : birth;
};

const factClaims = (claimed: Claimed, trusted: TrustedField, facts: DocumentFacts, now: string): readonly Claim[] => {
  const { document_number: claimedValue } = claimed;
  const number = trusted('document_number');
  const field = (name: FieldName, claimedValue: string | undefined, mismatchReason: ReasonCode): Claim => ({
    field: name,
    comparator: comparatorOf[name],
    claimedValue,
    documentValue: trusted(name),
    mismatchReason,
  });
  const type = typesOf(facts).find(({ source }) => source === machineRead(facts)?.source);
  return [
    {
      ...field('date_of_birth', claimed.date_of_birth, 'data_birth_date_mismatch'),
      documentValue: birthAsClaimed(trusted('date_of_birth'), claimed.date_of_birth, facts, now),
    },
    {
      ...field('document_number', claimedValue, 'data_number_mismatch'),
      documentValue: number && claimedValue !== undefined ? matchingNumber(number, claimedValue, facts) : number,
    },
    field('issuing_country', claimed.country, 'data_country_mismatch'),
    field('sex', claimed.gender, 'data_inconsistent'),
    {
      field: 'document_type',
      comparator: 'type',
      claimedValue: claimed.document_type,
      documentValue: type,
      mismatchReason: 'data_inconsistent',
    },
  ];
};

const compareClaim = (claim: Claim, facts: DocumentFacts, rules: NameRules): ClaimResult => {
  const { comparator, field, mismatchReason, claimedValue, documentValue } = claim;
  if (claimedValue === undefined) return { details: [], reasons: [] };
  if (!documentValue) {
    const source = machineRead(facts)?.source ?? 'mrz';
    return { details: [missingFieldDetail(field, source)], reasons: ['data_field_missing'] };
  }
  const claimedSide = { source: 'claimed', value: claimedValue } as const;
  const { agrees, score } = compareValues(comparator, claimedSide, documentValue, rules);
  const other = { source: documentValue.source, value: documentValue.value };
  const detail = {
    kind: 'comparison',
    field,
    comparator,
    one: claimedSide,
    other,
    score,
    agrees,
  } as const;
  return { details: [detail], reasons: agrees ? [] : [mismatchReason] };
};

/** Whether a claimed field that corroborates a name agrees with the document. */
const isCorroborated = (results: readonly ClaimResult[]): boolean =>
  results.some(({ details }) =>
    details.some(
      (detail) =>
        detail.kind === 'comparison' && detail.agrees && corroboratingFields.some((field) => field === detail.field),
    ),
  );

const claimedNamesOf = ({ first_name, full_name, last_name }: Claimed): readonly string[] =>
  [full_name, last_name, first_name].flatMap((name) => name ?? []);

const compareClaims = (
  claimed: Claimed,
  facts: DocumentFacts,
  { now, policy }: Pick<CheckInput, 'now' | 'policy'>,
): readonly ClaimResult[] => {
  const trusted = trustedFields(facts);
  const rules = nameRules(facts, policy);
  const others = factClaims(claimed, trusted, facts, now).map((claim) => compareClaim(claim, facts, rules));
  const spellings = [...(rules.spellings ?? []), ...claimedNamesOf(claimed)];
  const claimRules = { ...rules, spellings, isCorroborated: isCorroborated(others) };
  return [...compareClaimedNames({ claimed, facts, trusted, rules: claimRules }), ...others];
};

/** Checks whether the document agrees with what the partner claimed. Only machine-read values are trusted here. */
export const claimedData: CheckModule<'claimed_data'> = {
  name: 'claimed_data',
  reasons: [
    ...readingReasons,
    'data_field_missing',
    'data_name_mismatch',
    'data_name_variant',
    'data_name_unconfirmed',
    'document_names_unread',
    'data_birth_date_mismatch',
    'data_number_mismatch',
    'data_country_mismatch',
    'data_inconsistent',
  ],
  defaultRequirement: 'optional',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: [] },
  run: withDocumentFacts((facts, { currentEvidence, now, policy }, indexes) => {
    const claimed = comparableClaims(currentEvidence.claimed?.value.claimed ?? {});
    const results = compareClaims(claimed, facts, { now, policy }).filter(
      ({ details, reasons }) => details.length > 0 || reasons.length > 0,
    );
    if (results.length === 0) return notApplicable;
    const reasons = [...new Set(results.flatMap((one) => one.reasons))];
    const details = results.flatMap(({ details }) => details);
    return passedOrFailed(reasons, [...indexes, ...evidenceIndexes(currentEvidence.claimed)], {
      source: 'claimed',
      details,
    });
  }),
};
