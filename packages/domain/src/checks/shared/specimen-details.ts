import { type DocumentFacts, machineRead, machineReadHolder, printedHolder, specimenSign } from '@portcullis/documents';
import type { Policy } from '../../policy/policy.ts';
import type { CheckDetail, CheckSource } from './check.ts';

type SpecimenDetail = Extract<CheckDetail, { readonly kind: 'value' }>;

const specimenDetail = (value: string, source: CheckSource): SpecimenDetail => ({
  kind: 'value',
  name: 'specimen',
  value,
  source,
});

/**
 * The detail that tells by what a document is a published specimen: its State, its number or its holder. There is none
 * where it is no specimen, and where the policy accepts specimens.
 */
export const specimenDetails = (facts: DocumentFacts, policy: Policy): readonly SpecimenDetail[] => {
  const machine = machineRead(facts);
  if (!machine || policy.documents.knownSpecimens === 'accept') return [];
  const sign = specimenSign(machineReadHolder(machine.fields));
  const inPrint = sign === null ? specimenSign(printedHolder(facts.reading.fields)) : null;
  return [
    ...(sign === null ? [] : [specimenDetail(sign, machine.source)]),
    ...(inPrint === null ? [] : [specimenDetail(inPrint, 'ai')]),
  ];
};
