import { parseIssuer } from '@portcullis/documents';
import { builtInPolicyId } from '@portcullis/domain/checks';
import type { PathRule } from './lint-path.ts';
import { errorIf, warningIf } from './policy-finding.ts';

/** An entry of a list, and the country that it names. A code that nothing is known of names a country of its own. */
type Entry = { readonly code: string; readonly country: string; readonly isKnown: boolean };

const entryOf = (code: string): Entry => {
  const country = parseIssuer(code);
  return { code, country: country ?? code, isKnown: country !== null };
};

const countriesOf = (entries: readonly Entry[]): ReadonlySet<string> => new Set(entries.map(({ country }) => country));

const unknownCountries = (list: 'allowedCountries' | 'deniedCountries', entries: readonly Entry[]) =>
  entries.flatMap(({ code, isKnown }, at) =>
    warningIf(
      !isKnown,
      `/documents/${list}/${at}`,
      `${code} is no code of ISO 3166-1 or ICAO 9303-3: no document has it`,
    ),
  );

/** Checks that the lists of document types and countries accept something and have no redundant entry. */
export const documentListFindings: PathRule = ({ checks, documents, id }, ofPath) => {
  const allowed = documents.allowedCountries?.map(entryOf) ?? null;
  const denied = documents.deniedCountries.map(entryOf);
  const allowedSet = countriesOf(allowed ?? []);
  const deniedSet = countriesOf(denied);
  const isNobodyAllowed = allowed?.every(({ country }) => deniedSet.has(country)) ?? false;
  return [
    ...errorIf(documents.types.length === 0, '/documents/types', 'is empty: no document is accepted'),
    ...errorIf(isNobodyAllowed, '/documents/allowedCountries', 'leaves no country whose documents are accepted'),
    ...warningIf(
      documents.knownSpecimens === 'accept' && id !== builtInPolicyId,
      '/documents/knownSpecimens',
      'accepts documents that everybody can download: only a sandbox should',
    ),
    ...unknownCountries('allowedCountries', allowed ?? []),
    ...unknownCountries('deniedCountries', denied),
    ...denied.flatMap(({ code, country, isKnown }, at) =>
      warningIf(
        allowed !== null && isKnown,
        `/documents/deniedCountries/${at}`,
        allowedSet.has(country) ? `${code} is allowed and denied: denied counts` : `${code} is not allowed anyway`,
      ),
    ),
    ...warningIf(
      checks.document_type === undefined,
      '/documents',
      `types and countries are not judged: document_type is not among the checks${ofPath}`,
    ),
  ];
};
