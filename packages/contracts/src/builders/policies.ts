import { type Policy, standardPolicy } from '@portcullis/domain';

/** A policy as an operator writes one: the standard policy with another name and these changes. */
export const aPolicy = (over: Partial<Policy> = {}): Policy => ({
  ...standardPolicy({ livenessThreshold: 75, specimens: true }),
  id: 'strict',
  version: '1',
  ...over,
});

/** The same policy with one of its groups changed. */
export const aPolicyWith = <
  Group extends 'documents' | 'device' | 'duplicates' | 'velocity' | 'liveness' | 'faceMatch',
>(
  group: Group,
  over: Partial<Policy[Group]>,
): Policy => aPolicy({ [group]: { ...aPolicy()[group], ...over } });
