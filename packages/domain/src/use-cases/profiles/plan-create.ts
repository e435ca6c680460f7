import type { PolicyRef } from '../../policy/policy.ts';
import { changeLimitOf } from '../../profile/changes/change-limit.ts';
import type { Profile } from '../../profile/profile.ts';
import { isBusy, isOpen } from '../../profile/transitions.ts';

/** The plan of a create, given the profile that the reference already has. */
export type CreatePlan =
  | { readonly plan: 'create' }
  | { readonly plan: 'reuse'; readonly existing: Profile; readonly newLink: boolean }
  | { readonly plan: 'replace'; readonly existing: Profile; readonly cancel: 'forced' | 'policy_changed' | null };

/**
 * Each reference has one current profile. An open one is reused under the same policy version, unless a new profile is
 * forced while it takes no more changes, and replaced under another. A busy one is left to finish. An approval stays
 * valid unless a new profile is forced. Everything else is superseded.
 */
export const planCreate = (existing: Profile | null, policy: PolicyRef, forceNew: boolean): CreatePlan => {
  if (!existing) return { plan: 'create' };
  if (isBusy(existing.status)) return { plan: 'reuse', existing, newLink: false };
  const same = existing.policy.id === policy.id && existing.policy.version === policy.version;
  if (isOpen(existing.status)) {
    if (!same) return { plan: 'replace', existing, cancel: 'policy_changed' };
    return forceNew && changeLimitOf(existing) !== null
      ? { plan: 'replace', existing, cancel: 'forced' }
      : { plan: 'reuse', existing, newLink: true };
  }
  if (existing.status === 'approved' && !forceNew) return { plan: 'reuse', existing, newLink: false };
  return { plan: 'replace', existing, cancel: null };
};
