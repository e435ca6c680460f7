import { addDays, ageOn, dayOf } from '../../evidence/dates.ts';
import { failed, judged } from '../answer.ts';
import { missingField, withFacts } from './shared.ts';

/** Is it valid today, the policy's grace included? The day of expiry itself is valid. */
export const documentExpiry = withFacts((facts, { inForce, policy, now }, places) => {
  const expires = facts.mrz?.fields.date_of_expiry;
  if (!expires) return failed([missingField(facts, inForce)], places, { source: 'mrz' });
  const lastDay = addDays(expires, policy.documents.expiryGraceDays);
  return judged(lastDay < dayOf(now) ? ['document_expired'] : [], places, { source: 'mrz' });
});

/** Is the person at least as old as the policy wants, to the day? */
export const documentAge = withFacts((facts, { inForce, policy, now }, places) => {
  const born = facts.mrz?.fields.date_of_birth;
  if (!born) return failed([missingField(facts, inForce)], places, { source: 'mrz' });
  const extras = { source: 'mrz', score: ageOn(born, dayOf(now)), threshold: policy.minimumAge } as const;
  return judged(extras.score < policy.minimumAge ? ['age_below_minimum'] : [], places, extras);
});
