import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { Installation } from '../driver/installation.ts';
import type { ObjectStore } from '../driver/object-store.ts';

/** The object that says which installation the objects beside it belong to. */
const ownerKey = 'installation';

/** The owner of the objects: this installation, another one, or nobody yet. */
type Owner = 'own' | 'other' | 'nobody';

/** The owner of an object store: a sweep would remove the objects of another installation as those without a row. */
export type BucketOwner = {
  readonly look: TaskEither<Unavailable, Owner>;
  /**
   * Makes a place without objects that of this installation. The later one of two that do so at once has it. One with
   * objects, and without a word whose they are, is that of another installation.
   */
  readonly claim: TaskEither<Unavailable, Owner>;
  /** Fails where the objects are not those of this installation. */
  readonly ensureOwn: TaskEither<Unavailable, void>;
};

const notOwn = unavailable('files', 'the objects are not those of this installation', 'rejected');

export const bucketOwner = (objects: ObjectStore, installation: Pick<Installation, 'look'>): BucketOwner => {
  const read = async (): Promise<Either<Unavailable, { readonly owner: Owner; readonly id: string }>> => {
    const known = await installation.look();
    if (E.isLeft(known)) return known;
    const id = known.right.installation;
    const found = await objects.get(ownerKey)();
    if (E.isLeft(found)) return found;
    if (found.right === null) return E.right({ owner: 'nobody', id });
    return E.right({ owner: Buffer.from(found.right).toString() === id ? 'own' : 'other', id });
  };
  const look: BucketOwner['look'] = async () =>
    pipe(
      await read(),
      E.map(({ owner }) => owner),
    );

  return {
    look,
    claim: async () => {
      const before = await read();
      if (E.isLeft(before)) return before;
      if (before.right.owner !== 'nobody') return E.right(before.right.owner);
      // Objects whose owner is not known are somebody's: their owner's own object may be lost.
      const others = await objects.list('', null, 1)();
      if (E.isLeft(others)) return others;
      if (others.right.length > 0) return E.right('other');
      const written = await objects.put(ownerKey, Buffer.from(before.right.id))();
      return E.isLeft(written) ? written : look();
    },
    ensureOwn: pipe(
      look,
      TE.flatMap((owner) => (owner === 'own' ? TE.right(undefined) : TE.left(notOwn))),
    ),
  };
};
