import { addDays, type Day, dayOf, isDay, machineRead } from '@portcullis/domain';
import { changeTime, type ExplainContext, type FindPerturbations, type Perturbation } from './perturbation.ts';

/** Ten years in days. A change of the day by this much or more has the full size of 1. */
const maxDayDistance = 3650;

const daysBetween = (one: Day, other: Day): number =>
  Math.abs(Date.parse(`${one}T00:00:00.000Z`) - Date.parse(`${other}T00:00:00.000Z`)) / 86_400_000;

/** Moves the decision to another day, at the same time of day. */
export const decideOnDay = (context: ExplainContext, to: Day): Perturbation => {
  const from = dayOf(context.now);
  return changeTime(context, `${to}${context.now.slice(10)}`, {
    what: 'day',
    label: 'The day of the decision',
    from,
    to,
    size: Math.min(1, daysBetween(from, to) / maxDayDistance),
  });
};

/** The last day on which the document is accepted; `null` if the date of expiry is not machine-read. */
export const lastAcceptedDay = ({ facts, policy }: ExplainContext): Day | null => {
  const expires = (facts && machineRead(facts))?.fields.date_of_expiry;
  return expires === undefined ? null : addDays(expires, policy.documents.expiryGraceDays);
};

/** The day on which the person reaches the minimum age; `null` if the date of birth is not machine-read. */
export const minimumAgeDay = ({ facts, policy }: ExplainContext): Day | null => {
  const born = (facts && machineRead(facts))?.fields.date_of_birth;
  if (born === undefined) return null;
  const year = String(Number(born.slice(0, 4)) + policy.minimumAge).padStart(4, '0');
  const birthday = `${year}${born.slice(4)}`;
  // A person born on 29 February becomes a year older on 1 March in a year that is not a leap year.
  return isDay(birthday) ? birthday : `${year}-03-01`;
};

/** Moves the decision to a day on which the document was still accepted, or the person was old enough. */
export const timeImprovements: FindPerturbations = (context) => {
  const today = dayOf(context.now);
  const lastAccepted = lastAcceptedDay(context);
  const ofAge = minimumAgeDay(context);
  return [
    ...(lastAccepted !== null && lastAccepted < today ? [decideOnDay(context, lastAccepted)] : []),
    ...(ofAge !== null && ofAge > today ? [decideOnDay(context, ofAge)] : []),
  ];
};
