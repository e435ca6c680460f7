import { E, type Either, type TaskEither } from '@portcullis/domain';

/** Reads one page after another from `first` on; each is released before the next one is read. */
export const eachPage = async <Place, Failure, Page extends { readonly next: Place | null }>(
  first: Place | null,
  read: (after: Place | null) => TaskEither<Failure, Page>,
  use: (page: Page) => void,
): Promise<Either<Failure, void>> => {
  let after = first;
  do {
    const page = await read(after)();
    if (E.isLeft(page)) return page;
    use(page.right);
    after = page.right.next;
  } while (after !== null);
  return E.right(undefined);
};
