import { standardPolicy } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';

/** A policy as an operator writes one: the standard policy with another name and these changes. */
export const aPolicy = (over: Partial<FlatPolicy> = {}): FlatPolicy => ({
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
  over: Partial<FlatPolicy[Group]>,
): FlatPolicy => aPolicy({ [group]: { ...aPolicy()[group], ...over } });
