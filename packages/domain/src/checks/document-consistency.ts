import {
  addYears,
  ageOn,
  type CheckedDate,
  checkDates,
  comparatorOf,
  compareMrzLines,
  compareNames,
  comparePair,
  countriesOf,
  type Day,
  type DocumentFacts,
  daysOf,
  documentFacts,
  type ExpiryLimit,
  type FieldName,
  type FieldPair,
  fieldNames,
  fieldPairs,
  fieldValues,
  hasOnlyFirstName,
  type Issue,
  isListed,
  isMrzProven,
  isNationalityBlank,
  isSameValue,
  latestExpiry,
  machineRead,
  nameBesideMachineRead,
  parseCountry,
  parseDay,
  seemsCentenarian,
  stateFields,
  typeOf,
  typesOf,
} from '@portcullis/documents';
import type { Indexed } from '../evidence/current-evidence.ts';
import type { ReadingEvidence } from '../evidence/evidence.ts';
import type { FlatPolicy, Policy } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { changeFindings } from './shared/change-findings.ts';
import type { CheckDetail } from './shared/check.ts';
import { passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, readingReasons, readsPrint, withDocumentFacts } from './shared/document-check.ts';
import { type CheckFinding, comparisonFinding, type SourceValue } from './shared/finding.ts';
import { missingFieldReason, missingFieldReasons } from './shared/missing-fields.ts';
import { nameRules } from './shared/name-rules.ts';
import { birthFindings, numberFindings } from './shared/number-findings.ts';
import { areSidesTogether, sideFindings, withSide } from './shared/side-findings.ts';

/** The fields without which a document does not identify a person. */
const requiredFields: readonly FieldName[] = ['last_name', 'document_number', 'date_of_birth', 'issuing_country'];

const mismatchReason = (pair: readonly [SourceValue, SourceValue]): ReasonCode =>
  pair.some(({ source }) => source === 'barcode') ? 'barcode_mismatch' : 'mrz_print_mismatch';

/** Pairs the country that the reader names for the document as a whole with each machine-read country. */
const documentCountryPairs = (facts: DocumentFacts): readonly FieldPair[] => {
  const printedCountry = facts.reading.issuingCountry;
  if (!printedCountry) return [];
  const machineValues = fieldValues('issuing_country', facts).filter(({ source }) => source !== 'ai');
  return machineValues.map((machineValue) => [machineValue, { source: 'ai', value: printedCountry }] as const);
};

const fieldFindings = (facts: DocumentFacts, policy: Policy): readonly CheckFinding[] => {
  const rules = nameRules(facts, policy);
  return fieldNames.flatMap((name) => {
    const located = withSide(name, facts);
    return [...fieldPairs(name, facts), ...(name === 'issuing_country' ? documentCountryPairs(facts) : [])].map(
      (pair) => {
        const [one, other] = pair;
        const comparison = comparePair(name, pair, facts, rules);
        return comparisonFinding(
          name,
          comparatorOf[name],
          [located(one), located(other)],
          comparison,
          mismatchReason(pair),
        );
      },
    );
  });
};

/** Compares the names as a whole where print has one that the machine-readable part lacks. */
const wholeNameFindings = (facts: DocumentFacts, policy: Policy): readonly CheckFinding[] => {
  const rules = nameRules(facts, policy);
  const pair = nameBesideMachineRead(facts, rules);
  if (pair === null) return [];
  const comparison = { ...compareNames(...pair, rules), agrees: false };
  return [comparisonFinding('full_name', 'name', pair, comparison, mismatchReason(pair))];
};

/**
 * Compares the machine-readable zone as two readers saw it. The lines are compared because an MRZ that does not parse,
 * or whose check digits are wrong, has no fields that could disagree.
 */
const mrzFindings = ({ reading: { mrzLines, otherZone } }: DocumentFacts): readonly CheckFinding[] => {
  if (!mrzLines || !otherZone) return [];
  const value = compareMrzLines(mrzLines, otherZone.mrzLines);
  const detail = { kind: 'value', name: 'zone_of_other_reader', value, source: 'mrz' } as const;
  return [{ detail, reason: value === 'different' ? 'mrz_print_mismatch' : null, isProven: false }];
};

const typeFindings = (facts: DocumentFacts): readonly CheckFinding[] => {
  const types = typesOf(facts);
  return types.flatMap((one, i) =>
    types.slice(i + 1).map((other) => {
      const agrees = isSameValue('type', one.value, other.value);
      const comparison = { score: agrees ? 100 : 0, agrees };
      return comparisonFinding('document_type', 'type', [one, other], comparison, 'data_inconsistent');
    }),
  );
};

/**
 * Holds the codes of States against the list of ICAO 9303-3, section 5. No check digit covers them, so that a code that
 * no State has may have been misread. An MRZ that has room for the nationality and shows none is no better.
 */
const codeFindings = (facts: DocumentFacts): readonly CheckFinding[] => {
  const document: readonly SourceValue[] = facts.reading.issuingCountry
    ? [{ source: 'ai', value: facts.reading.issuingCountry }]
    : [];
  const unlisted = stateFields.flatMap((name) =>
    [...fieldValues(name, facts), ...(name === 'issuing_country' ? document : [])]
      .filter(({ source, value }) => !isListed(name, { source: source === 'ai' ? 'ai' : 'mrz', value }))
      .map(({ source, value }) => ({ name: `${name}_unlisted`, value, source })),
  );
  const blank = facts.mrz && isNationalityBlank(facts.mrz.lines);
  return [...unlisted, ...(blank ? [{ name: 'nationality_blank', value: '<<<', source: 'mrz' } as const] : [])].map(
    (detail) => ({ detail: { kind: 'value', ...detail }, reason: 'data_inconsistent', isProven: false }),
  );
};

const confidenceFindings = ({ reading }: DocumentFacts, { documents }: Policy): readonly CheckFinding[] => {
  const limit = documents.minReaderConfidence;
  if (limit === null) return [];
  return requiredFields.flatMap((name) => {
    const value = reading.fields[name]?.confidence;
    if (value === undefined) return [];
    const detail = { kind: 'value', name: `${name}_confidence`, value, limit, source: 'ai' } as const;
    return [{ detail, reason: value < limit ? 'ai_low_confidence' : null, isProven: false }];
  });
};

/** The last day on which a document of this kind and State may expire; `null` where the policy does not judge it. */
const expiryLimit = (
  facts: DocumentFacts,
  dates: Pick<Issue, 'born' | 'issued' | 'today'>,
  { maxValidityYears }: Policy['documents'],
): ExpiryLimit | null => {
  if (maxValidityYears === null) return null;
  const state = parseCountry(countriesOf(facts)[0]?.value ?? '');
  const states = [state, facts.barcode?.issuingJurisdiction].flatMap((code) => code ?? []);
  return latestExpiry({ ...dates, states, type: typeOf(facts)?.type ?? 'other' }, maxValidityYears);
};

/** The last day of the only year in a printed day of no known form: the document cannot have been issued later. */
const lastDayOfYear = (text: string): Day | undefined => {
  const [year, ...others] = text.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [];
  return year === undefined || others.length > 0 ? undefined : `${year}-12-31`;
};

/**
 * Whether a birth is one of a century before, where the document was issued before it: if neither claim nor print has
 * that very day, or if the age check leaves the century to a reviewer.
 */
const isBornEarlier = (
  read: Day,
  facts: DocumentFacts,
  { minimumAge, checks }: FlatPolicy,
  claimed: string | undefined,
  today: Day,
): boolean => {
  const isDay = (day: string | undefined): boolean => day !== undefined && parseDay(day) === read;
  const isOpen = checks.document_age !== undefined && ageOn(read, today) < minimumAge;
  return (
    seemsCentenarian(read, facts.barcode, today) &&
    !isDay(claimed) &&
    (isOpen || !isDay(facts.reading.fields.date_of_birth?.value))
  );
};

/** The youngest age at which a State licenses learners (iihs.org, “Graduated licensing laws”; alberta.ca). */
const minLicenceAge = 14;

/** A licence that was issued to a child: the birth was altered, and the day of issue was not. */
const licenceAgeFindings = (facts: DocumentFacts, born: Day | undefined): readonly CheckFinding[] => {
  const issueDate = fieldValues('date_of_issue', facts)[0];
  const issued = issueDate && parseDay(issueDate.value);
  if (typeOf(facts)?.type !== 'driving_licence' || !born || !issued) return [];
  const limit = addYears(born, minLicenceAge);
  const detail = { kind: 'value', name: 'date_of_issue', value: issued, limit, source: issueDate.source } as const;
  return issued < limit ? [{ detail, reason: 'data_dates_impossible', isProven: false }] : [];
};

/**
 * Checks the dates. A machine-readable zone has no date of issue, so this date comes from the barcode or from the
 * printed fields. Where it is before a birth that may be a century earlier, it is. A document that is valid for longer
 * than is known of its kind is not proven to be wrong: its State may issue it for so long. It is proven beyond the day
 * that a source has, which counts from today where the day of issue is not machine-read: none is issued later.
 */
const dateFindings = (
  facts: DocumentFacts,
  policy: FlatPolicy,
  claimed: string | undefined,
  now: string,
): readonly CheckFinding[] => {
  const { date_of_birth: read, date_of_expiry: expires } = machineRead(facts)?.fields ?? {};
  const issueDate = fieldValues('date_of_issue', facts)[0];
  const issued = issueDate && parseDay(issueDate.value);
  const today = daysOf(facts, now).latest;
  const isCentenarian = read && issued && issued < read && isBornEarlier(read, facts, policy, claimed, today);
  const born = isCentenarian ? addYears(read, -100) : read;
  const dates = { born, expires, issued: issued ?? undefined };
  const limitFrom = (day: Day | undefined): ExpiryLimit | null =>
    expiryLimit(facts, { born, issued: day && day <= today ? day : undefined, today }, policy.documents);
  const latest = limitFrom(dates.issued ?? lastDayOfYear(issueDate?.value ?? ''));
  const checkedDates = checkDates(dates, today, latest?.day ?? null);
  const isSame = (one: CheckedDate) => (other: CheckedDate) =>
    one.name === other.name && one.limit === other.limit && one.isWithinLimit === other.isWithinLimit;
  const proven = issueDate?.source === 'ai' ? { ...dates, issued: undefined } : dates;
  const sourced = limitFrom(proven.issued)?.sourced;
  const provenDates = checkDates(proven, today, latest && expires && sourced && expires > sourced ? latest.day : null);
  const machine = machineRead(facts)?.source ?? 'mrz';
  const findings = checkedDates.map((date): CheckFinding => {
    const { isWithinLimit, limit, name, value } = date;
    const source = name === 'date_of_issue' && issueDate ? issueDate.source : machine;
    const detail = { kind: 'value', name, value, limit, source } as const;
    return {
      detail,
      reason: isWithinLimit ? null : 'data_dates_impossible',
      isProven: provenDates.some(isSame(date)),
    };
  });
  return [...findings, ...licenceAgeFindings(facts, born)];
};

/**
 * Whether print backs the machine-read fields, so that they cannot simply be invented: the document number, or the last
 * name and the date of birth, must be printed too.
 */
const isBackedByPrint = (facts: DocumentFacts): boolean => {
  const isInBoth = (name: FieldName): boolean =>
    facts.reading.fields[name] !== undefined && machineRead(facts)?.fields[name] !== undefined;
  return isInBoth('document_number') || (isInBoth('last_name') && isInBoth('date_of_birth'));
};

type MissingField = { readonly name: FieldName; readonly detail: CheckDetail };

/**
 * The fields that are missing to identify a person: those that were not machine-read, and the document number where
 * nothing in print backs what was. A person with one name may have it where others have their given names.
 */
const missingFields = (facts: DocumentFacts, policy: Policy): readonly MissingField[] => {
  const machine = machineRead(facts);
  const isOnlyFirst = hasOnlyFirstName(facts, nameRules(facts, policy));
  const unread = requiredFields.filter(
    (name) => machine?.fields[name] === undefined && !(name === 'last_name' && isOnlyFirst),
  );
  const isNumberPrinted = facts.reading.fields.document_number !== undefined;
  const isUnbacked = machine !== null && readsPrint(facts.reading) && !isBackedByPrint(facts) && !isNumberPrinted;
  return [
    ...unread.map((name) => ({ name, detail: missingFieldDetail(name, machine?.source ?? 'mrz') })),
    ...(isUnbacked ? [{ name: 'document_number', detail: missingFieldDetail('document_number', 'ai') } as const] : []),
  ];
};

const showedSidesTogether = ({ value }: Indexed<ReadingEvidence>): boolean => areSidesTogether(documentFacts(value));

/**
 * Checks whether the printed fields, the machine-readable zone and the barcode agree field by field, and whether the
 * dates are possible.
 */
export const documentConsistency: CheckModule<'document_consistency'> = {
  name: 'document_consistency',
  reasons: [
    ...readingReasons,
    'mrz_print_mismatch',
    'barcode_mismatch',
    'data_name_variant',
    'data_inconsistent',
    'data_dates_impossible',
    'ai_low_confidence',
    ...missingFieldReasons('last_name', 'document_number', 'date_of_birth'),
    'document_changed',
    'document_number_doubtful',
    'personal_number_doubtful',
    'document_sides_unknown',
    'document_sides_mismatch',
    'document_sides_together',
    'identity_not_on_portrait_side',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front', 'document_back'] },
  run: withDocumentFacts((facts, { currentEvidence, now, policy }, indexes) => {
    const findings = [
      ...fieldFindings(facts, policy),
      ...wholeNameFindings(facts, policy),
      ...mrzFindings(facts),
      ...typeFindings(facts),
      ...codeFindings(facts),
      ...numberFindings(facts),
      ...birthFindings(facts),
      ...dateFindings(facts, policy, currentEvidence.claimed?.value.claimed.date_of_birth, now),
      ...confidenceFindings(facts, policy),
      ...changeFindings(facts, currentEvidence, policy),
      ...sideFindings(facts, policy, currentEvidence.earlierReadings.some(showedSidesTogether)),
    ];
    const reasons = findings.flatMap(({ reason }) => reason ?? []);
    const isMrzDoubtful = facts.mrz !== null && !isMrzProven(facts);
    const unprovenReasons = reasons.filter(
      (code) => isMrzDoubtful || !findings.some(({ isProven, reason }) => isProven && reason === code),
    );
    const missing = missingFields(facts, policy);
    reasons.push(...missing.map(({ name }) => missingFieldReason(facts, { currentEvidence, policy }, name)));
    const source = machineRead(facts)?.source ?? 'mrz';
    const others = findings.flatMap(({ index }) => index ?? []);
    return passedOrFailed([...new Set(reasons)], [...new Set([...indexes, ...others])], {
      source,
      details: [...findings, ...missing].map(({ detail }) => detail),
      unprovenReasons,
    });
  }),
};
