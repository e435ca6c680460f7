import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Profile } from '../../profile/profile.ts';

/** Destroys what is kept of a person besides the profile's own row. */
export type Eraser = {
  /**
   * Destroys the profile's data key, files, stored responses, sessions, the erasable part of its ledger entries, and
   * what the indexes hold of this profile alone. Called again, also after a crash, it continues where it stopped; data
   * that are already gone are not an error.
   */
  readonly erase: (profile: Pick<Profile, 'id' | 'tenant'>) => TaskEither<Unavailable, void>;
  /**
   * Removes all erased and overwritten data from the files in which the stores keep their rows. This may take long, and
   * writers may have to wait.
   */
  readonly purge: () => TaskEither<Unavailable, void>;
};
