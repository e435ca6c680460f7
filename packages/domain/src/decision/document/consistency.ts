import { dayOf, isDay } from '../../evidence/dates.ts';
import { fieldsOf } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import type { DocumentFields } from '../../profile/view.ts';
import { judged } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';
import { missingField, readsPrint, withFacts } from './shared.ts';

/** Dates that the calendar has and that can be true of one document together. */
const possible = (
  born: string | undefined,
  issued: string | undefined,
  expires: string | undefined,
  today: string,
): boolean => {
  if (born && born > today) return false;
  if (born && expires && expires <= born) return false;
  if (issued && (issued > today || (born && issued < born))) return false;
  return !(issued && expires && expires <= issued);
};

/** The fields without which a document says nothing about a person. */
const needed: readonly FieldName[] = ['last_name', 'document_number', 'date_of_birth', 'issuing_country'];

/** Whether the zone can be told from one that was made up: what names the document, or its holder, is printed beside it. */
const isCompared = (fields: DocumentFields): boolean => {
  const both = (name: FieldName): boolean => (fields[name]?.sources.length ?? 0) > 1;
  return both('document_number') || (both('last_name') && both('date_of_birth'));
};

/** Do the printed zone and the machine-readable zone agree, and are the dates possible? */
export const documentConsistency = withFacts((facts, { inForce, now }, places) => {
  const fields = fieldsOf(facts);
  const zone = facts.mrz?.fields ?? {};
  const reasons: ReasonCode[] = [];
  if (Object.values(fields).some((field) => field.agreement === 'disagree')) reasons.push('mrz_print_mismatch');
  const printed = fields.date_of_issue?.value;
  const issued = zone.date_of_issue ?? (printed && isDay(printed) ? printed : undefined);
  if (!possible(zone.date_of_birth, issued, zone.date_of_expiry, dayOf(now))) reasons.push('data_dates_impossible');
  const seen = facts.reading.issuingCountry;
  if (seen && zone.issuing_country && seen !== zone.issuing_country) reasons.push('mrz_print_mismatch');
  const uncompared = readsPrint(facts.reading) && !isCompared(fields);
  if (uncompared || needed.some((name) => zone[name] === undefined)) reasons.push(missingField(facts, inForce));
  return judged([...new Set(reasons)], places, { source: 'mrz' });
});
