import { addYears } from '../documents/date-limits.ts';
import { type DocumentFacts, daysOf, isMrzProven, machineRead } from '../documents/facts.ts';
import { fieldValues } from '../documents/fields.ts';
import { rawBirthDate } from '../documents/mrz/raw-birth-date.ts';
import { parseDay } from '../documents/text-compare/normalize.ts';
import { ageOn, type Day, latestBirthDate } from '../kernel/dates.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { evidenceIndexes, failed, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, missingFieldReason, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { isFieldProven } from './shared/proof.ts';

/** The latest possible date of birth, if the machine-readable zone is proven and states the date only in part. */
const latestPossibleBirth = (facts: DocumentFacts, today: Day): Day | null => {
  const partial = facts.mrz && isMrzProven(facts) ? rawBirthDate(facts.mrz) : null;
  return partial && latestBirthDate(partial, today);
};

/**
 * In whole years. A few hundred people live who are older than 110 (grg-supercentenarians.org), and children of fewer
 * years than this hardly come to be verified alone.
 */
const centenarianYears = 11;

/**
 * Whether a person who seems to be a child may be a hundred years older: a machine-readable zone has two digits of the
 * year, and no other source on the document has four.
 */
const seemsCentenarian = (born: Day, facts: DocumentFacts, today: Day): boolean =>
  ageOn(born, today) < centenarianYears &&
  fieldValues('date_of_birth', facts).every((value) => value.source === 'mrz' || parseDay(value.value) !== born);

/** Whether a day is the day of birth but for the century, which two digits of a year leave open. */
const isOtherCentury = (day: string | undefined, born: Day): boolean => {
  const other = day === undefined ? null : parseDay(day);
  return other !== null && other < born && other.slice(2) === born.slice(2);
};

/** Whether print or a barcode has the day of birth of a machine-readable zone in an earlier century. */
const isOtherCenturyElsewhere = (born: Day, facts: DocumentFacts): boolean =>
  fieldValues('date_of_birth', facts).some(({ source, value }) => source !== 'mrz' && isOtherCentury(value, born));

const certainCentury = { isByClaim: false, isOpen: false };

/** What the other sources say about the century of a day of birth that was read with two digits. */
const centuryOf = (born: Day, facts: DocumentFacts, claimed: string | undefined, latest: Day) => {
  const isClaimedOlder = isOtherCentury(claimed, born);
  const mayBeCentenarian = seemsCentenarian(born, facts, latest);
  const isClaimedChild = mayBeCentenarian && claimed !== undefined && parseDay(claimed) === born;
  return {
    isByClaim: isClaimedOlder || isClaimedChild,
    isOpen: isClaimedOlder || (mayBeCentenarian && !isClaimedChild) || isOtherCenturyElsewhere(born, facts),
  };
};

/**
 * Checks whether the person has reached the minimum age of the policy, to the day. If the day of birth is unknown, the
 * latest possible day counts, and a person who may be too young by it goes to review. A date that another source
 * contradicts is no proof that a person is too young, because a two-digit year does not distinguish a newborn from a
 * centenarian: somebody under 11 years by these digits goes to review unless print, barcode or claim has that very day,
 * and so does anybody too young by them whose claimed or printed day is the same in an earlier century. Today is the
 * day where the document was issued: while it is a birthday in a part of that State alone, a reviewer decides.
 */
export const documentAge: CheckModule<'document_age'> = {
  name: 'document_age',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'data_field_missing',
    'age_below_minimum',
    'document_unverified_other',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: [] },
  run: withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
    const { claimed } = currentEvidence;
    const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
    const { minimumAge: threshold } = policy;
    const { earliest, latest } = daysOf(facts, now);
    const latestBirth = fields.date_of_birth === undefined ? latestPossibleBirth(facts, earliest) : null;
    const born = fields.date_of_birth ?? latestBirth;
    if (!born)
      return failed([missingFieldReason(facts, { currentEvidence, policy }, ['date_of_birth'])], indexes, {
        source,
        details: [missingFieldDetail('date_of_birth', source)],
      });
    const score = ageOn(born, earliest);
    const name = latestBirth === null ? 'date_of_birth' : 'latest_date_of_birth';
    const details = [
      { kind: 'value', name, value: born, limit: addYears(earliest, -threshold), source },
      { kind: 'value', name: 'age', value: score, limit: threshold, source },
    ] as const;
    const claimedBirth = claimed?.value.claimed.date_of_birth;
    const { isByClaim, isOpen } = source === 'mrz' ? centuryOf(born, facts, claimedBirth, latest) : certainCentury;
    // On the day between, it depends on where in the State it is whether the person is old enough.
    const isUncertain = ageOn(born, latest) >= threshold || isOpen;
    const tooYoungReason = latestBirth === null && !isUncertain ? 'age_below_minimum' : 'document_unverified_other';
    const unprovenReasons: readonly ReasonCode[] = [
      ...(isFieldProven('date_of_birth', facts) ? [] : (['age_below_minimum'] as const)),
      ...(isUncertain ? (['document_unverified_other'] as const) : []),
    ];
    const isTooYoung = score < threshold;
    const evidence = isTooYoung && isByClaim ? [...indexes, ...evidenceIndexes(claimed)] : indexes;
    return passedOrFailed(isTooYoung ? [tooYoungReason] : [], evidence, {
      source,
      score,
      threshold,
      details,
      unprovenReasons,
    });
  }),
};
