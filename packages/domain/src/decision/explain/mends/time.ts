import { addDays, type Day, dayOf, isDay } from '../../../evidence/dates.ts';
import { machineRead } from '../../../evidence/document-facts.ts';
import { type Edit, type EditsOf, moving, type Scene } from '../edit.ts';

/** Ten years in days. A change of the day by this much or more has the full size of 1. */
const farDays = 3650;

const daysBetween = (one: Day, other: Day): number =>
  Math.abs(Date.parse(`${one}T00:00:00.000Z`) - Date.parse(`${other}T00:00:00.000Z`)) / 86_400_000;

/** Moves the decision to another day, at the same time of day. */
export const onDay = (scene: Scene, to: Day): Edit => {
  const from = dayOf(scene.now);
  return moving(scene, `${to}${scene.now.slice(10)}`, {
    what: 'day',
    noun: 'The day of the decision',
    from,
    to,
    size: Math.min(1, daysBetween(from, to) / farDays),
  });
};

/** The last day on which the document is accepted; `null` if the date of expiry is not machine-read. */
export const lastDayOf = ({ facts, policy }: Scene): Day | null => {
  const expires = (facts && machineRead(facts))?.fields.date_of_expiry;
  return expires === undefined ? null : addDays(expires, policy.documents.expiryGraceDays);
};

/** The day on which the person reaches the minimum age; `null` if the date of birth is not machine-read. */
export const dayOfAge = ({ facts, policy }: Scene): Day | null => {
  const born = (facts && machineRead(facts))?.fields.date_of_birth;
  if (born === undefined) return null;
  const year = String(Number(born.slice(0, 4)) + policy.minimumAge).padStart(4, '0');
  const birthday = `${year}${born.slice(4)}`;
  // A person born on 29 February becomes a year older on 1 March in a year that is not a leap year.
  return isDay(birthday) ? birthday : `${year}-03-01`;
};

/** Moves the decision to a day on which the document was still accepted, or the person was old enough. */
export const timeMends: EditsOf = (scene) => {
  const today = dayOf(scene.now);
  const last = lastDayOf(scene);
  const grown = dayOfAge(scene);
  return [
    ...(last !== null && last < today ? [onDay(scene, last)] : []),
    ...(grown !== null && grown > today ? [onDay(scene, grown)] : []),
  ];
};
