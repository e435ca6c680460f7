import { countriesOf, parseIssuer } from '@portcullis/documents';
import type { ReadingEvidence } from '@portcullis/domain/evidence';
import { changeMrzLines, withChangedSides } from '../counterfactuals/change-reading.ts';
import { withDocumentCode, withIssuingState } from '../counterfactuals/mrz-lines.ts';
import { changeEvidence, type FindPerturbations } from '../counterfactuals/perturbation.ts';
import {
  acceptedCountry,
  acceptsCountry,
  missingFrontRegressions,
  substituteDocument,
} from '../counterfactuals/substitute-improvements.ts';
import type { CheckTwin } from './check-twin.ts';

/** Changes the country of the document in its machine-readable zone and its printed fields. */
const countryImprovements: FindPerturbations = (context) => {
  const { reading } = context.currentEvidence;
  const from = (context.facts && countriesOf(context.facts)[0]?.value) ?? null;
  const to = acceptedCountry(context);
  if (!reading || from === null || to === null) return [];
  if (parseIssuer(from) !== null && acceptsCountry(context, from)) return [];
  const withCountry = ({ reading: read, ...item }: ReadingEvidence): ReadingEvidence => {
    const { issuing_country: printed, ...fields } = read.fields;
    const changed = {
      ...read,
      issuingCountry: read.issuingCountry === null ? null : to,
      mrzLines: read.mrzLines && withIssuingState(read.mrzLines, to),
      fields: printed ? { ...fields, issuing_country: { ...printed, value: to } } : fields,
    };
    return { ...item, reading: withChangedSides(read, changed) };
  };
  const perturbation = { what: 'document.issuing_country', label: 'The issuing country', from, to, size: 1 };
  return [changeEvidence(context, [reading], withCountry, perturbation)];
};

const documentCodes = { passport: 'P<', id_card: 'I<', residence_permit: 'IR', visa: 'V<' } as const;

/** Changes the document code of the machine-readable zone to another type that the policy accepts. */
const typeImprovements: FindPerturbations = (context) => {
  const lines = context.facts?.reading.mrzLines;
  const from = context.facts?.mrz?.documentCode;
  const { types } = context.policy.documents;
  if (!lines || from === undefined) return [];
  return (['passport', 'id_card', 'residence_permit', 'visa'] as const).flatMap((type) => {
    if (!types.includes(type)) return [];
    const perturbation = {
      what: 'document.type',
      label: "The code of the document's type",
      from,
      to: documentCodes[type],
      size: 1,
    };
    return changeMrzLines(context, withDocumentCode(lines, documentCodes[type]), perturbation);
  });
};

/** Whether the policy accepts the document. */
export const documentType: CheckTwin = {
  attackCases: [],
  counterfactuals: {
    improvements: { document: [countryImprovements, typeImprovements], substitute: [substituteDocument] },
    regressions: { document: [missingFrontRegressions] },
  },
};
