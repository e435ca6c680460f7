import type { MachineCaller } from '../access/caller.ts';
import type { Invalid, Unavailable, VersionConflict } from '../errors.ts';
import type { Claimed } from '../evidence/evidence.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileView } from '../profile/view.ts';

/** A link for the person: the token stands in the URL's fragment, so that it reaches no log. */
export type FlowLink = { readonly url: string; readonly token: string; readonly expiresAt: string };

export type CreateOutcome = 'created' | 'reused' | 'superseded';

/** Creates a profile, or answers the one that the reference already has; parallel creates of one reference give one profile. */
export type CreateProfile = (input: {
  readonly caller: MachineCaller;
  readonly reference: string;
  readonly policyId: string | null;
  readonly claimed: Claimed;
  readonly language: string | null;
  readonly metadata: { readonly [key: string]: string };
  readonly redirectUrl: string | null;
  readonly forceNew: boolean;
  readonly scenario: string | null;
}) => TaskEither<
  Invalid | VersionConflict | Unavailable,
  { readonly outcome: CreateOutcome; readonly view: ProfileView; readonly link: FlowLink | null }
>;
