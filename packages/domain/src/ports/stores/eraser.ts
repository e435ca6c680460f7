import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { Profile } from '../../profile/profile.ts';

/** Destroys what is kept of a person beside the profile's own row. */
export type Eraser = {
  /**
   * Destroys the profile's data key, files, kept answers, sessions, the erasable part of its ledger entries, and what the
   * registers hold of it. Again and after a crash it goes on where it was; what is gone already is no error.
   */
  readonly erase: (profile: Profile) => TaskEither<Unavailable, void>;
};
