import { countriesOf, type DocumentFacts, type NameRules, parseCountry } from '@portcullis/documents';
import type { Policy } from '../../policy/policy.ts';

const printedNames = ({ reading: { fields } }: DocumentFacts): readonly string[] =>
  (['last_name', 'first_name'] as const).flatMap((name) => fields[name]?.value ?? []);

/** How the names of this document are compared under a policy. */
export const nameRules = (facts: DocumentFacts, policy: Pick<Policy, 'names'>): NameRules => {
  const [issuer] = countriesOf(facts);
  return {
    pass: policy.names.pass,
    issuingState: issuer ? parseCountry(issuer.value) : null,
    spellings: printedNames(facts),
  };
};
