import {
  countriesOf,
  type DocumentFacts,
  fieldValues,
  machineRead,
  parseIssuer,
  sameCountry,
  territoryOf,
  typesOf,
} from '@portcullis/documents';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import { failed, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { isMachineProven } from './shared/proof.ts';
import { specimenDetails } from './shared/specimen-details.ts';

/** The country of a document, and the territory of it whose licence it is: the lists of a policy may have either. */
const issuersOf = (country: string, { barcode }: DocumentFacts): readonly string[] => [
  country,
  ...[territoryOf(barcode?.issuingJurisdiction ?? null)].flatMap((code) => code ?? []),
];

/** A country counts against the applicant only if it is an issuer and every source names it, or its territory. */
const isCountryProven = (country: string, facts: DocumentFacts): boolean =>
  parseIssuer(country) !== null &&
  isMachineProven(facts) &&
  [...countriesOf(facts), ...fieldValues('issuing_country', facts)].every(({ value }) =>
    issuersOf(country, facts).some((code) => sameCountry(code, value)),
  );

/** Names the two facts that no source has. */
const missingDetails = (
  facts: DocumentFacts,
  { country, type }: { readonly type: unknown; readonly country: unknown },
): readonly CheckDetail[] => {
  const source = machineRead(facts)?.source ?? 'mrz';
  return [
    ...(type ? [] : [missingFieldDetail('document_type', source)]),
    ...(country ? [] : [missingFieldDetail('issuing_country', source)]),
  ];
};

/**
 * Checks whether the policy allows the document's type and country. A machine-read code of no issuer was misread or
 * invented. A published specimen is nobody's document.
 */
export const documentType: CheckModule<'document_type'> = {
  name: 'document_type',
  reasons: [
    ...readingReasons,
    'data_field_missing',
    'data_inconsistent',
    'document_type_not_allowed',
    'document_country_not_allowed',
    'document_specimen',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front'] },
  run: withDocumentFacts((facts, { policy }, indexes) => {
    const [type] = typesOf(facts);
    const [country] = countriesOf(facts);
    if (!type || !country)
      return failed(['data_field_missing'], indexes, { details: missingDetails(facts, { type, country }) });
    const { allowedCountries, deniedCountries, types } = policy.documents;
    const isOneOf = (codes: readonly string[]): boolean =>
      codes.some((code) => issuersOf(country.value, facts).some((issuer) => sameCountry(code, issuer)));
    const isAllowed = (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
    const isUnknownCountry = country.source !== 'ai' && parseIssuer(country.value) === null;
    const reasons: ReasonCode[] = [];
    if (!types.includes(type.value)) reasons.push('document_type_not_allowed');
    if (!isAllowed) reasons.push('document_country_not_allowed');
    if (isUnknownCountry) reasons.push('data_inconsistent');
    const specimen = specimenDetails(facts, policy);
    if (specimen.length > 0) reasons.push('document_specimen');
    const details: readonly CheckDetail[] = [
      { kind: 'value', name: 'document_type', limit: types.join(' '), ...type },
      { kind: 'value', name: 'issuing_country', limit: allowedCountries?.join(' ') ?? null, ...country },
      { kind: 'value', name: 'issuing_country_denied', value: isOneOf(deniedCountries), source: country.source },
      ...specimen,
    ];
    const unprovenReasons: readonly ReasonCode[] = [
      ...(isCountryProven(country.value, facts) ? [] : (['document_country_not_allowed'] as const)),
      // No check digit covers the code of a State: it may have been misread.
      'data_inconsistent',
      ...(specimen.every(({ source }) => source === 'ai') ? (['document_specimen'] as const) : []),
    ];
    return passedOrFailed(reasons, indexes, {
      source: country.source === 'ai' ? 'ai' : type.source,
      details,
      unprovenReasons,
    });
  }),
};
