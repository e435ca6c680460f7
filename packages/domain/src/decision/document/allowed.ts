import { sameCountry } from '../../evidence/compare/compare.ts';
import { countryIn } from '../../evidence/compare/countries.ts';
import { countriesOf, type DocumentFacts, typesOf } from '../../evidence/document-facts.ts';
import { failed, judged } from '../answer.ts';
import type { Sight } from '../checks.ts';
import type { ReasonCode } from '../reasons.ts';
import { isProven } from './proven.ts';
import { looksClosely, withFacts } from './shared.ts';

/** A country counts against the applicant only if it exists and every source names the same one. */
const isProvenCountry = (code: string, facts: DocumentFacts): boolean =>
  countryIn(code) !== null &&
  isProven('issuing_country', facts) &&
  countriesOf(facts).every(({ value }) => sameCountry(code, value));

/**
 * Checks whether the policy allows the document's type and country. A machine-read code of no country was misread or
 * invented.
 */
export const documentType = withFacts((facts, { policy }, places) => {
  const [type] = typesOf(facts);
  const [country] = countriesOf(facts);
  if (!type || !country) return failed(['data_field_missing'], places);
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const isOneOf = (codes: readonly string[]): boolean => codes.some((code) => sameCountry(code, country.value));
  const isAllowed = (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
  const isNowhere = country.source !== 'ai' && countryIn(country.value) === null && looksClosely(policy);
  const reasons: ReasonCode[] = [];
  if (!types.includes(type.value)) reasons.push('document_type_not_allowed');
  if (!isAllowed) reasons.push('document_country_not_allowed');
  if (isNowhere) reasons.push('data_inconsistent');
  const saw: readonly Sight[] = [
    { kind: 'value', name: 'document_type', limit: types.join(' '), ...type },
    { kind: 'value', name: 'issuing_country', limit: allowedCountries?.join(' ') ?? null, ...country },
    { kind: 'value', name: 'issuing_country_denied', value: isOneOf(deniedCountries), source: country.source },
  ];
  const unproven: readonly ReasonCode[] = isProvenCountry(country.value, facts) ? [] : ['document_country_not_allowed'];
  return judged(reasons, places, { source: country.source === 'ai' ? 'ai' : type.source, saw, unproven });
});
