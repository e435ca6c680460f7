import { decode } from '../codec.ts';
import { type Invalid, invalid } from '../errors.ts';
import { E, type Either, pipe, TE } from '../fp.ts';
import type { PolicyStore } from '../ports/stores/policy-store.ts';
import { PolicyCodec } from '../stored/policy-codec.ts';
import type { Policy, PolicyRef } from './policy.ts';
import { builtInId } from './standard-policy.ts';

/** A document that may be kept: of the form of a policy, and not under the name of the one in the code. */
export const keepable = (document: unknown): Either<Invalid, Policy> => {
  const policy = decode(PolicyCodec, document);
  if (E.isLeft(policy)) return E.left(invalid(policy.left));
  if (policy.right.id !== builtInId) return policy;
  return E.left(invalid([{ pointer: '/id', message: `"${builtInId}" is the name of the policy in the code` }]));
};

/** Keeps what was asked for last, `most` of it: what a name stands for never changes. */
const remembering = (most: number) => {
  const known = new Map<string, Policy>();
  const keyOf = ({ id, version }: PolicyRef): string => JSON.stringify([id, version]);
  const remember = (policy: Policy): Policy => {
    const key = keyOf(policy);
    known.delete(key);
    known.set(key, policy);
    const [eldest] = known.keys();
    if (known.size > most && eldest !== undefined) known.delete(eldest);
    return policy;
  };
  return { remember, recall: (ref: PolicyRef): Policy | undefined => known.get(keyOf(ref)) };
};

/**
 * The policy in the code, and beside it those that an operator keeps. A kept one is read once in a process, and again after
 * `most` others.
 */
export const allPolicies = (builtIn: PolicyStore, kept: PolicyStore, most = 200): PolicyStore => {
  const { remember, recall } = remembering(most);
  return {
    latest: (id, chooser) =>
      id === builtInId ? builtIn.latest(id, chooser) : pipe(kept.latest(id, chooser), TE.map(remember)),
    get: (ref) => {
      if (ref.id === builtInId) return builtIn.get(ref);
      const known = recall(ref);
      return known ? TE.right(remember(known)) : pipe(kept.get(ref), TE.map(remember));
    },
  };
};
