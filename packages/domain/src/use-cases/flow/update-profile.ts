import type { Caller } from '../../access/caller.ts';
import type { DecodeFault } from '../../codec.ts';
import type { Policy } from '../../decision/policy.ts';
import { type DomainError, invalid, preconditionFailed } from '../../errors.ts';
import type { Claimed, UploadKind } from '../../evidence/evidence.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { DeviceInspector } from '../../ports/providers/device-inspector.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { executeAll } from '../../profile/execute.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import { appliedIn, idIn, type Repeatable } from '../once/operation.ts';
import { type Allowance, newAllowance } from '../running/allowance.ts';
import { type Changed, changeProfile, type Loaded, loadFor, nowOf, policyOf } from '../running/change-profile.ts';
import { type DriveNeeds, type DriveProfile, driveWhenSubmitted, type InVain } from '../running/drive-profile.ts';
import { isOurs, noAnswer } from '../running/observe.ts';
import { observeDevice } from '../running/observe-device.ts';
import { actorOf, openingCommand } from './flow-access.ts';
import type { GuardProfile } from './guard-profile.ts';
import { refuseEvidence, refuseUploads, type Stored, storeUpload, type UploadNeeds } from './store-upload.ts';

export type Upload = { readonly kind: UploadKind; readonly bytes: Uint8Array };

export type ProfilePatch = {
  readonly claimed?: Claimed;
  readonly consent?: { readonly textVersion: string; readonly locale: string; readonly granted: boolean };
  readonly device?: { readonly eventId: string };
  readonly language?: string;
  /** `null` removes a key. */
  readonly metadata?: { readonly [key: string]: string | null };
  readonly files: readonly Upload[];
};

/**
 * Records what a person or a partner supplies, all of it or nothing. Supplying the last required step submits the
 * profile and runs its checks before the answer. `expectedVersion` is the caller's `If-Match`.
 */
export type UpdateProfile = (
  input: {
    readonly caller: Caller;
    readonly id: ProfileId;
    readonly expectedVersion: number | null;
    readonly patch: ProfilePatch;
  } & Repeatable,
) => TaskEither<DomainError, ProfileView>;

type Given = DriveNeeds &
  UploadNeeds & {
    readonly guard: GuardProfile;
    readonly drive: DriveProfile;
    /** The texts that a person can have consented to. */
    readonly consentVersions: readonly string[];
  };
type Needs = Given & { readonly allowance: Allowance };
type Input = Parameters<UpdateProfile>[0];

/** The person must not change what the partner claims about them. */
const notTheirs = ({ caller, patch }: Input) => {
  const fields =
    caller.kind === 'flow' ? (['claimed', 'metadata'] as const).filter((field) => patch[field] !== undefined) : [];
  return fields.map((field) => ({ pointer: `/${field}`, message: 'not for a flow token' }));
};

/** Consent is to a particular text: a text that was never shown cannot have consent. */
const unknownText = ({ consentVersions }: Needs, { patch: { consent } }: Input) =>
  consent && !consentVersions.includes(consent.textVersion)
    ? [{ pointer: '/consent/text_version', message: 'no such consent text' }]
    : [];

/**
 * Whether the caller may access the profile, and whether it accepts anything, is answered before the faults of the
 * patch.
 */
const refuseWith = (
  needs: Needs,
  { caller, id }: Input,
  faults: readonly DecodeFault[],
): TaskEither<DomainError, never> =>
  TE.flatMap(() => TE.left<DomainError, never>(invalid(faults)))(needs.guard({ caller, id, intent: 'supply' }));

/** Stores one more file; when it is rejected, those before it are removed too. */
const storeNext = (
  needs: Needs,
  input: Input,
  profile: Profile,
  done: readonly Stored[],
  { kind, bytes }: Upload,
): TaskEither<DomainError, readonly Stored[]> =>
  pipe(
    storeUpload(needs, input, profile, kind, bytes),
    TE.map((stored): readonly Stored[] => [...done, stored]),
    TE.orElse(refuseUploads<readonly Stored[]>(needs, input, profile, done)),
  );

const storeAll = (needs: Needs, input: Input, profile: Profile): TaskEither<DomainError, readonly Stored[]> =>
  input.patch.files.reduce<TaskEither<DomainError, readonly Stored[]>>(
    (before, file) => TE.flatMap((done: readonly Stored[]) => storeNext(needs, input, profile, done, file))(before),
    TE.right([]),
  );

/** The evidence of a device, and the calls to a provider that failed. */
type Device = { readonly evidence: readonly NewEvidence[]; readonly inVain: readonly InVain[] };

/**
 * The named event, and what the provider knows about it. When the provider was called often enough, or has an outage,
 * the event is kept and inspected when the checks run; they inspect the last event alone.
 */
const deviceEvidence = (needs: Needs, profile: Profile, eventId: string | undefined): TaskEither<never, Device> => {
  if (eventId === undefined) return TE.right({ evidence: [], inVain: [] });
  const named: NewEvidence = { kind: 'device_event', eventId };
  if (needs.allowance.toWait(profile.id) !== null) return TE.right({ evidence: [named], inVain: [] });
  const call = { profileId: profile.id, attempt: profile.attempt.number };
  const inspect: DeviceInspector['inspect'] = (asked) =>
    needs.allowance.counted(profile.id, needs.devices.inspect(asked));
  return pipe(
    observeDevice({ ...needs, devices: { inspect } }, call, { eventId, attempt: call.attempt }),
    TE.map((facts): Device => ({ evidence: [named, facts], inVain: [] })),
    TE.orElse((error) =>
      TE.right<never, Device>({
        evidence: [named],
        inVain: isOurs(error) ? [] : [{ observation: 'device', found: noAnswer('device', error) }],
      }),
    ),
  );
};

const commandOf = (id: string, { caller, patch }: Input, stored: readonly Stored[], device: Device): Command => {
  const { claimed, consent, language, metadata } = patch;
  const consents: readonly NewEvidence[] = consent ? [{ kind: 'consent', ...consent }] : [];
  return {
    id,
    actor: actorOf(caller),
    action: {
      type: 'supply',
      evidence: [...consents, ...device.evidence, ...stored.flatMap(({ evidence }) => evidence)],
      ...(claimed && { claimed }),
      ...(language !== undefined && { language }),
      ...(metadata && { metadata }),
    },
  };
};

const apply = (
  needs: Needs,
  input: Input,
  profile: Profile,
  stored: readonly Stored[],
  device: Device,
): TaskEither<DomainError, Changed> => {
  const command = commandOf(idIn(needs.ids, input, 'command'), input, stored, device);
  return pipe(
    changeProfile(needs, { ...input, purpose: 'write', repeats: command.id, plan: () => E.right([command]) }),
    TE.orElse(refuseEvidence<Changed>(needs, input, profile, stored)),
  );
};

/**
 * Whether the profile would accept what costs nothing to check: the version that the caller expects, and a device
 * event. This is checked before a file is stored or a provider is called. The profile is open, so nothing has become
 * due since it was stored.
 */
const wouldTake = (needs: Needs, input: Input, profile: Profile): TaskEither<DomainError, Profile> => {
  const { caller, expectedVersion, patch } = input;
  if (expectedVersion !== null && expectedVersion !== profile.version) return TE.left(preconditionFailed);
  if (!patch.device) return TE.right(profile);
  const named: Device = { evidence: [{ kind: 'device_event', eventId: patch.device.eventId }], inVain: [] };
  const commands = [...openingCommand(caller, profile), commandOf('', input, [], named)];
  return TE.flatMap((policy: Policy): TaskEither<DomainError, Profile> => {
    const step = executeAll(policy, profile, commands, nowOf(needs.clock));
    return E.isLeft(step) ? TE.left(step.left) : TE.right(profile);
  })(policyOf(needs, profile));
};

const viewOf = ({ clock }: Needs, { policy, profile }: Loaded): ProfileView =>
  viewProfile(policy, profile, nowOf(clock));

const updateAnew = (needs: Needs, input: Input): TaskEither<DomainError, ProfileView> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => needs.guard({ caller: input.caller, id: input.id, intent: 'supply' })),
    TE.bindW('taken', ({ profile }) => wouldTake(needs, input, profile)),
    TE.bindW('stored', ({ profile }) => storeAll(needs, input, profile)),
    TE.bindW('device', ({ profile }) => deviceEvidence(needs, profile, input.patch.device?.eventId)),
    TE.bindW('applied', ({ profile, stored, device }) => apply(needs, input, profile, stored, device)),
    // A person waits for a provider once in a request. The provider is not called a second time because the checks
    // begin in the same request.
    TE.bindW('driven', ({ applied, device }) => driveWhenSubmitted(needs.drive, applied, device.inVain)),
    TE.map(({ driven }) => viewOf(needs, driven)),
  );

/** What an earlier attempt has written stays, and the checks that it may have begun are continued. */
const update = (needs: Needs, input: Input): TaskEither<DomainError, ProfileView> =>
  input.operation?.again
    ? TE.flatMap(
        (loaded: Loaded): TaskEither<DomainError, ProfileView> =>
          appliedIn(loaded.profile, idIn(needs.ids, input, 'command'))
            ? TE.map((driven: Changed) => viewOf(needs, driven))(
                driveWhenSubmitted(needs.drive, { ...loaded, entries: [] }),
              )
            : updateAnew(needs, input),
      )(loadFor(needs, input.caller, input.id, 'read'))
    : updateAnew(needs, input);

export const updateProfile = (given: Given): UpdateProfile => {
  const needs = { ...given, allowance: newAllowance(given.clock) };
  return (input) => {
    const faults = [...notTheirs(input), ...unknownText(needs, input)];
    return faults.length > 0 ? refuseWith(needs, input, faults) : update(needs, input);
  };
};
