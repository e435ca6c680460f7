import type { MachineCaller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { FlowLink } from './create-profile.ts';

/** A new link for an open profile; every older flow token of it is dead when this answers. */
export type RenewFlowToken = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
}) => TaskEither<DomainError, FlowLink>;
