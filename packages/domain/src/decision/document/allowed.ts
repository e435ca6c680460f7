import { countryOf, typeOf } from '../../evidence/document-facts.ts';
import { failed, judged } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';
import { withFacts } from './shared.ts';

/** Is this type and country allowed? */
export const documentType = withFacts((facts, { policy }, places) => {
  const type = typeOf(facts);
  const country = countryOf(facts);
  if (!type || !country) return failed(['data_field_missing'], places);
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const reasons: ReasonCode[] = [];
  if (!types.includes(type.type)) reasons.push('document_type_not_allowed');
  const allowed = allowedCountries === null || allowedCountries.includes(country.country);
  if (!allowed || deniedCountries.includes(country.country)) reasons.push('document_country_not_allowed');
  return judged(reasons, places, { source: type.source === 'mrz' && country.source === 'mrz' ? 'mrz' : 'ai' });
});
