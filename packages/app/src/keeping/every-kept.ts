import { E, type Either, type Kept, type ListKept, type ProfileId, type Unavailable } from '@portcullis/domain';

/** Lists every profile that has an erasure time or a legal hold. */
export const everyKept = async (list: ListKept): Promise<Either<Unavailable, readonly Kept[]>> => {
  const all: Kept[] = [];
  let after: ProfileId | null = null;
  do {
    const page: Awaited<ReturnType<ReturnType<ListKept>>> = await list(after)();
    if (E.isLeft(page)) return page;
    all.push(...page.right.kept);
    after = page.right.next;
  } while (after !== null);
  return E.right(all);
};
