import { addDays, ageOn, dayOf } from '../../evidence/dates.ts';
import { machineRead } from '../../evidence/document-facts.ts';
import { failed, judged } from '../answer.ts';
import { yearsFrom } from './day-limits.ts';
import { missingField, withFacts } from './shared.ts';

/** Is it valid today, the policy's grace included? The day of expiry itself is valid. */
export const documentExpiry = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const value = fields.date_of_expiry;
  if (!value) return failed([missingField(facts, inForce)], places, { source });
  const limit = addDays(dayOf(now), -policy.documents.expiryGraceDays);
  const saw = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
  return judged(value < limit ? ['document_expired'] : [], places, { source, saw });
});

/** Is the person at least as old as the policy wants, to the day? */
export const documentAge = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const born = fields.date_of_birth;
  if (!born) return failed([missingField(facts, inForce)], places, { source });
  const { minimumAge: threshold } = policy;
  const score = ageOn(born, dayOf(now));
  const saw = [
    { kind: 'value', name: 'date_of_birth', value: born, limit: yearsFrom(dayOf(now), -threshold), source },
    { kind: 'value', name: 'age', value: score, limit: threshold, source },
  ] as const;
  return judged(score < threshold ? ['age_below_minimum'] : [], places, { source, score, threshold, saw });
});
