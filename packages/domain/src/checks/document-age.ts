import {
  addYears,
  ageOn,
  type Day,
  type DocumentFacts,
  daysOf,
  isEarlierCentury,
  isMrzProven,
  latestBirthDate,
  machineRead,
  parseDay,
  rawDate,
  seemsCentenarian,
} from '@portcullis/documents';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import { evidenceIndexes, failed, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { missingFieldReason, missingFieldReasons } from './shared/missing-fields.ts';
import { isBirthProven } from './shared/proof.ts';

/** The latest possible date of birth, if the machine-readable zone is proven and states the date only in part. */
const latestPossibleBirth = (facts: DocumentFacts, today: Day): Day | null => {
  const partial = facts.mrz && isMrzProven(facts) ? rawDate(facts.mrz, 'birthDate') : null;
  return partial && latestBirthDate(partial, today);
};

/** The day of birth as it was read, and what the other sources say about its century. */
type ReadBirth = {
  /** The day that counts against the holder: the latest that the two digits of its year can be. */
  readonly latest: Day;
  /** The same day of an earlier century, if print, a barcode or the claim has it. */
  readonly earlier: Day | null;
  readonly isByClaim: boolean;
  /** The century is not known for certain. */
  readonly isOpen: boolean;
};

const certainBirth = (born: Day): ReadBirth => ({ latest: born, earlier: null, isByClaim: false, isOpen: false });

/** A day of birth whose year has two digits in an MRZ. */
const birthInMrz = (born: Day, facts: DocumentFacts, claimed: string | undefined, today: Day): ReadBirth => {
  const isPrintedEarlier = facts.mrz?.openCenturies?.includes('date_of_birth') === true;
  const latest = isPrintedEarlier ? addYears(born, 100) : born;
  const isClaimedOlder = claimed !== undefined && isEarlierCentury(claimed, latest, today);
  const mayBeCentenarian = seemsCentenarian(latest, facts.barcode, today);
  const isClaimedChild = mayBeCentenarian && claimed !== undefined && parseDay(claimed) === latest;
  const ofClaim = isClaimedOlder ? parseDay(claimed ?? '') : null;
  return {
    latest,
    earlier: isPrintedEarlier ? born : ofClaim,
    isByClaim: isClaimedOlder || isClaimedChild,
    isOpen: isPrintedEarlier || isClaimedOlder || (mayBeCentenarian && !isClaimedChild),
  };
};

/** Why a person who seems too young may not be; `null` where it is proven. */
const doubtOf = (isPartial: boolean, isOpen: boolean, isBetween: boolean): ReasonCode | null => {
  if (isPartial) return 'birth_date_incomplete';
  if (isOpen) return 'birth_century_open';
  return isBetween ? 'age_depends_on_place' : null;
};

/**
 * Checks whether the person has reached the minimum age of the policy, to the day. If the day of birth is unknown, the
 * latest possible day counts, and a person who may be too young by it goes to review. A date that another source
 * contradicts is no proof that a person is too young, because a two-digit year does not distinguish a newborn from a
 * centenarian: somebody under 11 years by these digits goes to review unless a barcode or the claim has that very day,
 * and so does anybody too young by them whose claimed or printed day is the same in an earlier century. Today is the
 * day where the document was issued: while it is a birthday in a part of that State alone, a reviewer decides.
 */
export const documentAge: CheckModule<'document_age'> = {
  name: 'document_age',
  reasons: [
    ...readingReasons,
    ...missingFieldReasons('date_of_birth'),
    'age_below_minimum',
    'birth_century_open',
    'age_depends_on_place',
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
      return failed([missingFieldReason(facts, { currentEvidence, policy }, 'date_of_birth')], indexes, {
        source,
        details: [missingFieldDetail('date_of_birth', source)],
      });
    const claimedBirth = claimed?.value.claimed.date_of_birth;
    const read = source === 'mrz' ? birthInMrz(born, facts, claimedBirth, latest) : certainBirth(born);
    const score = ageOn(read.latest, earliest);
    const name = latestBirth === null ? 'date_of_birth' : 'latest_date_of_birth';
    const details: readonly CheckDetail[] = [
      { kind: 'value', name, value: read.latest, limit: addYears(earliest, -threshold), source },
      ...(read.earlier ? [{ kind: 'value', name: 'earlier_date_of_birth', value: read.earlier, source } as const] : []),
      { kind: 'value', name: 'age', value: score, limit: threshold, source },
    ];
    // On the day between, it depends on where in the State it is whether the person is old enough.
    const doubt = doubtOf(latestBirth !== null, read.isOpen, ageOn(read.latest, latest) >= threshold);
    const isTooYoung = score < threshold;
    const evidence = isTooYoung && read.isByClaim ? [...indexes, ...evidenceIndexes(claimed)] : indexes;
    return passedOrFailed(isTooYoung ? [doubt ?? 'age_below_minimum'] : [], evidence, {
      source,
      score,
      threshold,
      details,
      unprovenReasons: [
        ...(isBirthProven(facts) ? [] : (['age_below_minimum'] as const)),
        'birth_century_open',
        'age_depends_on_place',
      ],
    });
  }),
};
