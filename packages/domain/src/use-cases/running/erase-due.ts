import type { Unavailable } from '../../errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { Eraser } from '../../ports/stores/eraser.ts';
import { isPastRetention } from '../../profile/changes/retention.ts';
import type { Command } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type ChangeError, type ChangeNeeds, changeProfile, nowOf } from './change-profile.ts';
import type { InProcess } from './in-process.ts';
import { inLanes } from './in-turn.ts';

export type EraseNeeds = ChangeNeeds & Pick<InProcess, 'putOff'> & { readonly eraser: Eraser };

/** Erases profiles whose erasure was asked for or whose time has come; answers why some could not be. */
export type EraseDue = (profiles: readonly Profile[]) => TaskEither<never, readonly ChangeError[]>;

/** Whether a profile that is due is due for this. */
export const isToErase = (profile: Profile, now: string): boolean =>
  profile.redaction !== undefined || isPastRetention(profile, now);

/** How long an erasure waits after a failure. */
const againMs = 60_000;

/** Scrubbing may hold up writers: of the time, this share goes to it at most. */
const share = 1 / 20;

const asItself = (id: string, action: Command['action']): Command => ({ id, actor: actorOf(null), action });

/** Asks for the erasure of a profile whose time has come, unless somebody keeps it meanwhile. */
const requested = (needs: EraseNeeds, profile: Profile): TaskEither<ChangeError, Profile> => {
  if (profile.redaction) return TE.right(profile);
  const command = asItself('retention', { type: 'erase', because: 'retention' });
  return pipe(
    changeProfile(needs, {
      caller: null,
      id: profile.id,
      purpose: 'write',
      plan: (loaded) => E.right(isPastRetention(loaded.profile, nowOf(needs.clock)) ? [command] : []),
    }),
    TE.map((changed) => changed.profile),
  );
};

const erased = (needs: EraseNeeds, profile: Profile): TaskEither<ChangeError, Profile | null> =>
  pipe(
    requested(needs, profile),
    TE.flatMap(
      (now): TaskEither<ChangeError, Profile | null> =>
        now.redaction ? TE.map(() => now)(needs.eraser.erase(now)) : TE.right(null),
    ),
  );

const completed = (needs: EraseNeeds, { id, redaction }: Profile): TaskEither<ChangeError, unknown> =>
  changeProfile(needs, {
    caller: null,
    id,
    purpose: 'write',
    plan: () => E.right([asItself(`erased/${redaction?.completedAt ?? ''}`, { type: 'erased' })]),
  });

/** Scrubs, unless that took so long the last time that it is too early; then left is how many milliseconds to wait. */
const paced = ({ clock, eraser }: EraseNeeds) => {
  let notBefore = 0;
  return async (): Promise<Either<Unavailable | number, void>> => {
    const began = clock.now();
    if (began < notBefore) return E.left(notBefore - began);
    const done = await eraser.scrub()();
    const ended = clock.now();
    notBefore = ended + (ended - began) / share;
    return done;
  };
};

/**
 * Erases what lies beside each of the profiles, then scrubs once for all of them, and only then says in their ledgers that
 * it is done. What was not done is tried again later, by any instance.
 */
export const eraseDue = (needs: EraseNeeds): EraseDue => {
  const scrub = paced(needs);
  return (profiles) => async () => {
    const failures: ChangeError[] = [];
    const gone: Profile[] = [];
    const later = ({ id }: Profile, ms: number): void => needs.putOff.until(id, needs.clock.now() + ms);
    const failed = (profile: Profile, why: ChangeError): void => {
      failures.push(why);
      later(profile, againMs);
    };
    await inLanes(profiles, async (profile) => {
      const done = await erased(needs, profile)();
      if (E.isLeft(done)) failed(profile, done.left);
      else if (done.right) gone.push(done.right);
    });
    if (gone.length === 0) return E.right(failures);
    const scrubbed = await scrub();
    if (E.isLeft(scrubbed)) {
      const { left: why } = scrubbed;
      for (const profile of gone) later(profile, typeof why === 'number' ? why : againMs);
      return E.right(typeof why === 'number' ? failures : [...failures, why]);
    }
    await inLanes(gone, async (profile) => {
      const done = await completed(needs, profile)();
      if (E.isLeft(done)) failed(profile, done.left);
    });
    return E.right(failures);
  };
};
