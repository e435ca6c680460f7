import type { Policy } from '../policy.ts';
import { errorIf, type PolicyFinding, warningIf } from './finding.ts';

/** Whether the lists of documents and countries leave something, and say nothing twice or in vain. */
export const lists = ({ checks, documents }: Policy): readonly PolicyFinding[] => {
  const { allowedCountries: allowed, deniedCountries: denied, types } = documents;
  const left = allowed?.filter((country) => !denied.includes(country));
  return [
    ...errorIf(types.length === 0, '/documents/types', 'is empty: no document is accepted'),
    ...errorIf(left?.length === 0, '/documents/allowedCountries', 'leaves no country whose documents are accepted'),
    ...denied.flatMap((country, at) => [
      ...warningIf(
        allowed?.includes(country) === true,
        `/documents/deniedCountries/${at}`,
        `${country} is allowed and denied: denied counts`,
      ),
      ...warningIf(
        allowed?.includes(country) === false,
        `/documents/deniedCountries/${at}`,
        `${country} is not allowed anyway`,
      ),
    ]),
    ...warningIf(
      checks.document_type === undefined,
      '/documents',
      'types and countries are not judged: document_type is not among the checks',
    ),
  ];
};
