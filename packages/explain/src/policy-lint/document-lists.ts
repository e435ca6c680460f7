import type { Policy } from '@portcullis/domain';
import { builtInPolicyId } from '@portcullis/domain/checks';
import { parseCountry, sameCountry } from '@portcullis/domain/documents';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';

const isAmong = (country: string, others: readonly string[]): boolean =>
  others.some((other) => sameCountry(country, other));

const unknownCountries = (list: 'allowedCountries' | 'deniedCountries', countries: readonly string[]) =>
  countries.flatMap((country, at) =>
    warningIf(
      parseCountry(country) === null,
      `/documents/${list}/${at}`,
      `${country} is no code of ISO 3166-1 or ICAO 9303-3: no document has it`,
    ),
  );

/** Checks that the lists of document types and countries accept something and have no redundant entry. */
export const documentListFindings = ({ checks, documents, id }: Policy): readonly PolicyFinding[] => {
  const { allowedCountries: allowed, deniedCountries: denied, types } = documents;
  const accepted = allowed?.filter((country) => !isAmong(country, denied));
  return [
    ...errorIf(types.length === 0, '/documents/types', 'is empty: no document is accepted'),
    ...errorIf(accepted?.length === 0, '/documents/allowedCountries', 'leaves no country whose documents are accepted'),
    ...warningIf(
      documents.knownSpecimens === 'accept' && id !== builtInPolicyId,
      '/documents/knownSpecimens',
      'accepts documents that everybody can download: only a sandbox should',
    ),
    ...unknownCountries('allowedCountries', allowed ?? []),
    ...unknownCountries('deniedCountries', denied),
    ...denied.flatMap((country, at) =>
      warningIf(
        allowed !== null && parseCountry(country) !== null,
        `/documents/deniedCountries/${at}`,
        isAmong(country, allowed ?? [])
          ? `${country} is allowed and denied: denied counts`
          : `${country} is not allowed anyway`,
      ),
    ),
    ...warningIf(
      checks.document_type === undefined,
      '/documents',
      'types and countries are not judged: document_type is not among the checks',
    ),
  ];
};
