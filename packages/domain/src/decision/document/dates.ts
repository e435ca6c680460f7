import { addDays, ageOn, type Day, dayOf, latestBirth } from '../../evidence/dates.ts';
import { type DocumentFacts, isZoneProven, machineRead } from '../../evidence/document-facts.ts';
import { writtenBirth } from '../../evidence/mrz/written.ts';
import { failed, judged } from '../answer.ts';
import { yearsFrom } from './day-limits.ts';
import { isProven } from './proven.ts';
import { missingField, withFacts } from './shared.ts';

/** For how many years at least a document has run out by a year 99 before it may be one that never does. */
const longPast = 20;

/**
 * Whether a document that seems to have run out may be one that never does: for its year States print 9999, and a zone has
 * 99, which is 1999 as well. Another photo would show the same.
 */
const mayBeForEver = (facts: DocumentFacts, expires: Day, today: Day): boolean =>
  /^9999|9999$/.test(facts.reading.fields.date_of_expiry?.value ?? '') ||
  (machineRead(facts)?.source === 'mrz' && expires.slice(2, 4) === '99' && expires < yearsFrom(today, -longPast));

/** Is it valid today, the policy's grace included? The day of expiry itself is valid. */
export const documentExpiry = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const value = fields.date_of_expiry;
  if (!value) return failed([missingField(facts, inForce, ['date_of_expiry'])], places, { source });
  const today = dayOf(now);
  const limit = addDays(today, -policy.documents.expiryGraceDays);
  const saw = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
  const past = mayBeForEver(facts, value, today) ? 'document_unverified_other' : 'document_expired';
  return judged(value < limit ? [past] : [], places, { source, saw });
});

/** The last day on which the holder can be born, where the zone is right and does not know the day itself. */
const latestBorn = (facts: DocumentFacts, today: Day): Day | null => {
  const written = facts.mrz && isZoneProven(facts) ? writtenBirth(facts.mrz) : null;
  return written && latestBirth(written, today);
};

/**
 * Is the person at least as old as the policy wants, to the day? Where nobody knows the day of birth, it is the last one
 * that it can be, and who may be too young by it goes to a person. A day that another source contradicts proves nobody
 * too young: two digits do not tell a newborn from somebody of a hundred years.
 */
export const documentAge = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const { minimumAge: threshold } = policy;
  const today = dayOf(now);
  const latest = fields.date_of_birth === undefined ? latestBorn(facts, today) : null;
  const born = fields.date_of_birth ?? latest;
  if (!born) return failed([missingField(facts, inForce, ['date_of_birth'])], places, { source });
  const score = ageOn(born, today);
  const name = latest === null ? 'date_of_birth' : 'latest_date_of_birth';
  const saw = [
    { kind: 'value', name, value: born, limit: yearsFrom(today, -threshold), source },
    { kind: 'value', name: 'age', value: score, limit: threshold, source },
  ] as const;
  const young = latest === null ? 'age_below_minimum' : 'document_unverified_other';
  const unproven = isProven('date_of_birth', facts) ? [] : (['age_below_minimum'] as const);
  return judged(score < threshold ? [young] : [], places, { source, score, threshold, saw, unproven });
});
