import { machineRead, typeOf } from '@portcullis/documents';
import type { Claimed } from '@portcullis/domain';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
} from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import type { CheckTwin } from './check-twin.ts';

const claimLabels = {
  full_name: 'full name',
  last_name: 'last name',
  first_name: 'first name',
  date_of_birth: 'date of birth',
  document_number: 'document number',
  country: 'country',
  gender: 'gender',
  document_type: 'type of document',
} as const;
type ClaimedField = keyof typeof claimLabels;

/** The machine-read value of the document for each claim. */
const documentValues = ({ facts }: ExplainContext): readonly (readonly [ClaimedField, string | undefined])[] => {
  const { first_name, last_name, ...read } = (facts && machineRead(facts))?.fields ?? {};
  return [
    ['full_name', last_name && [first_name, last_name].filter((name) => name !== undefined).join(' ')],
    ['last_name', last_name],
    ['first_name', first_name],
    ['date_of_birth', read.date_of_birth],
    ['document_number', read.document_number],
    ['country', read.issuing_country],
    ['gender', read.sex],
    ['document_type', facts ? typeOf(facts)?.type : undefined],
  ];
};

const changeClaim = (context: ExplainContext, field: ClaimedField, to: string | null): readonly Perturbation[] => {
  const { claimed } = context.currentEvidence;
  const from = claimed?.value.claimed[field];
  if (!claimed || from === undefined || from === to) return [];
  const change = ({ [field]: _, ...others }: Claimed): Claimed => (to === null ? others : { ...others, [field]: to });
  return [
    changeEvidence(context, [claimed], (item) => ({ ...item, claimed: change(item.claimed) }), {
      what: `claimed.${field}`,
      label: `The claimed ${claimLabels[field]}`,
      from,
      to,
      size: 1,
    }),
  ];
};

/** Changes each claim to the value of the document, or removes the claim if the document has no such value. */
const claimImprovements: FindPerturbations = (context) =>
  documentValues(context).flatMap(([field, read]) => changeClaim(context, field, read ?? null));

/** Whether the document agrees with what the partner claimed. */
export const claimedData: CheckTwin = {
  attackCases: [],
  counterfactuals: {
    improvements: { claims: [claimImprovements], substitute: [substituteDocument] },
    regressions: { document: [missingFrontRegressions] },
  },
};
