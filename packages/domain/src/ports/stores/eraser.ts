import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { Profile } from '../../profile/profile.ts';

/** Destroys what is kept of a person beside the profile's own row. */
export type Eraser = {
  /**
   * Destroys the profile's data key, files, kept answers, sessions, the erasable part of its ledger entries, and what the
   * registers hold of it alone. Again and after a crash it goes on where it was; what is gone already is no error.
   */
  readonly erase: (profile: Pick<Profile, 'id' | 'tenant'>) => TaskEither<Unavailable, void>;
  /**
   * Takes what was erased or overwritten, by whomever, out of the files in which the stores keep their rows. May take long,
   * and writers may have to wait.
   */
  readonly scrub: () => TaskEither<Unavailable, void>;
};
