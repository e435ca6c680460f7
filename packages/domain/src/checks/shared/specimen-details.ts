import { type DocumentFacts, machineRead } from '../../documents/facts.ts';
import { machineReadHolder, specimenSign } from '../../documents/specimens.ts';
import type { Policy } from '../../policy/policy.ts';
import type { CheckDetail } from './check.ts';

/**
 * The detail that tells by what a document is a published specimen: its State, its number or its holder. There is none
 * where it is no specimen, and where the policy accepts specimens.
 */
export const specimenDetails = (facts: DocumentFacts, policy: Policy): readonly CheckDetail[] => {
  const machine = machineRead(facts);
  if (!machine || policy.documents.knownSpecimens === 'accept') return [];
  const sign = specimenSign(machineReadHolder(machine.fields));
  return sign === null ? [] : [{ kind: 'value', name: 'specimen', value: sign, source: machine.source }];
};
