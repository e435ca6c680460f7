import type { UploadKind } from '../../evidence/evidence.ts';
import { type ConsentRequired, consentRequired, type Invalid, invalid } from '../../kernel/errors.ts';
import { openPolicy } from '../../policy/paths.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Profile } from '../profile.ts';
import { consentOf, type GivenConsent } from '../requirements.ts';
import { isBusy } from '../transitions.ts';

/** Every step that the policy asks for, may be given, or that was asked for again. */
export const acceptedSteps = (policy: Policy, { askedSteps, evidence }: Profile): readonly string[] => {
  const { optionalSteps, steps } = openPolicy(policy, evidence);
  return [...steps, ...optionalSteps, ...(askedSteps ?? [])];
};

/**
 * Whether pictures have to wait for the consent of the person: the policy asks for it and it was not given, or it was
 * declined or withdrawn. `given` is a consent that comes with the pictures, and counts before the recorded one.
 */
export const lacksConsent = (policy: Policy, profile: Profile, given: GivenConsent = null): boolean => {
  const consent = consentOf(profile, given);
  if (consent) return !consent.granted;
  return (
    openPolicy(policy, profile.evidence).steps.includes('consent') || profile.askedSteps?.includes('consent') === true
  );
};

/**
 * Why pictures and faces are rejected while the checks or a reviewer are at work, if it is because consent was declined
 * or withdrawn; `null` if it is for the status alone.
 */
export const consentRefusal = (profile: Profile): ConsentRequired | null =>
  isBusy(profile.status) && consentOf(profile)?.granted === false
    ? { _tag: 'ConsentRequired', status: profile.status }
    : null;

const refusalWithFiles = invalid([
  {
    pointer: '/consent',
    message: 'a refusal or withdrawal of consent is sent without files; nothing of this request was recorded',
  },
]);

/**
 * Why uploads of these kinds are rejected, or `null`. It is asked before their bytes are decoded or stored. A kind that
 * no step asks for is not accepted at all: a policy has no use for it. A refusal beside files (`given`) is rejected
 * with them, and with an error of its own, because its sender must learn that it was not recorded.
 */
export const uploadRejection = (
  policy: Policy,
  profile: Profile,
  kinds: readonly UploadKind[],
  given: GivenConsent = null,
): Invalid | ConsentRequired | null => {
  if (kinds.length === 0) return null;
  if (given?.granted === false) return refusalWithFiles;
  const accepted = acceptedSteps(policy, profile);
  const unexpected = kinds.filter((kind) => !accepted.includes(kind));
  if (unexpected.length > 0)
    return invalid(unexpected.map((kind) => ({ pointer: `/${kind}`, message: 'the policy does not ask for this' })));
  return lacksConsent(policy, profile, given) ? consentRequired : null;
};
