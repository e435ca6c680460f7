import { decode } from '../kernel/codec.ts';
import { type Invalid, invalid } from '../kernel/errors.ts';
import { E, type Either } from '../kernel/fp.ts';
import type { Policy } from '../policy/policy.ts';
import { builtInPolicyId } from '../policy/standard-policy.ts';
import { PolicyCodec } from './policy-codec.ts';

/**
 * Decodes a policy that an operator wants to store. It must have the form of a policy and must not use the id of the
 * built-in one.
 */
export const decodeCustomPolicy = (document: unknown): Either<Invalid, Policy> => {
  const policy = decode(PolicyCodec, document);
  if (E.isLeft(policy)) return E.left(invalid(policy.left));
  if (policy.right.id !== builtInPolicyId) return policy;
  return E.left(invalid([{ pointer: '/id', message: `"${builtInPolicyId}" is the name of the policy in the code` }]));
};
