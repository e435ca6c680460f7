import { E, type Either, type ProfileId, type Unavailable } from '@portcullis/domain';
import type { ListRetained, RetainedProfile } from '@portcullis/domain/use-cases';

/** Lists every profile that has an erasure time or a legal hold. */
export const listAllRetained = async (list: ListRetained): Promise<Either<Unavailable, readonly RetainedProfile[]>> => {
  const all: RetainedProfile[] = [];
  let after: ProfileId | null = null;
  do {
    const page: Awaited<ReturnType<ReturnType<ListRetained>>> = await list(after)();
    if (E.isLeft(page)) return page;
    all.push(...page.right.kept);
    after = page.right.next;
  } while (after !== null);
  return E.right(all);
};
