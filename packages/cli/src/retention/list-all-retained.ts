import {
  E,
  type Either,
  listRetained,
  type ProfileId,
  type ProfileStore,
  pipe,
  type Unavailable,
} from '@portcullis/domain';
import type { RetainedProfile } from '@portcullis/domain/use-cases';
import { eachPage } from '../command/each-page.ts';

/** Lists every profile that has an erasure time or a legal hold. */
export const listAllRetained = async (deps: {
  readonly profiles: Pick<ProfileStore, 'scan'>;
}): Promise<Either<Unavailable, readonly RetainedProfile[]>> => {
  const all: RetainedProfile[] = [];
  const read = await eachPage(
    null,
    (after: ProfileId | null) => listRetained(deps)(after),
    ({ kept }) => {
      all.push(...kept);
    },
  );
  return pipe(
    read,
    E.map(() => all),
  );
};
