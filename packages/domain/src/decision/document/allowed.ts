import { sameCountry } from '../../evidence/compare/compare.ts';
import { countriesOf, typesOf } from '../../evidence/document-facts.ts';
import { failed, judged } from '../answer.ts';
import type { Sight } from '../checks.ts';
import type { ReasonCode } from '../reasons.ts';
import { withFacts } from './shared.ts';

/** Is this type and country allowed? */
export const documentType = withFacts((facts, { policy }, places) => {
  const [type] = typesOf(facts);
  const [country] = countriesOf(facts);
  if (!type || !country) return failed(['data_field_missing'], places);
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const isOneOf = (codes: readonly string[]): boolean => codes.some((code) => sameCountry(code, country.value));
  const isAllowed = (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
  const reasons: ReasonCode[] = [];
  if (!types.includes(type.value)) reasons.push('document_type_not_allowed');
  if (!isAllowed) reasons.push('document_country_not_allowed');
  const saw: readonly Sight[] = [
    { kind: 'value', name: 'document_type', limit: types.join(' '), ...type },
    { kind: 'value', name: 'issuing_country', limit: allowedCountries?.join(' ') ?? null, ...country },
    { kind: 'value', name: 'issuing_country_denied', value: isOneOf(deniedCountries), source: country.source },
  ];
  return judged(reasons, places, { source: country.source === 'ai' ? 'ai' : type.source, saw });
});
