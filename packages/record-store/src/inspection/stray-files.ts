import {
  E,
  type Either,
  type Profile,
  type ProfileId,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { filesIn } from '@portcullis/domain/documents';
import { decode, t } from '@portcullis/domain/kernel';
import type { StrayFile } from '@portcullis/domain/ports';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import { findAllRows, ofProfile } from '../erasure/row-operations.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { describeFile, FileRow, isSealed } from '../rows/file-row.ts';
import { testFileId } from '../stores/health/test-file.ts';

/** How many profiles are asked for at a time. */
const page = 200;

const AnyRow = t.intersection([t.type({ id: t.string }), t.UnknownRecord], 'row');

/** Whose the files of some rows are said to be. A profile that cannot be read is a fault by itself (`null`). */
type Owner = Profile | 'none' | null;

const ownerOf = (profiles: Pick<ProfileStore, 'getAny'>, id: ProfileId): TaskEither<Unavailable, Owner> =>
  pipe(
    profiles.getAny(id),
    TE.map((profile): Owner => profile),
    TE.orElse((why): TaskEither<Unavailable, Owner> => {
      if (why._tag === 'NotFound') return TE.right('none');
      return why.kind === 'invalid_response' || why.kind === 'rejected' ? TE.right(null) : TE.left(why);
    }),
  );

/** Whether a row that its profile does not name may be of an upload that failed: it opens with the profile's key. */
const opensWith = (row: Row, key: Uint8Array | null): boolean => {
  const known = decode(FileRow, row);
  return E.isRight(known) && isSealed(known.right) && E.isRight(describeFile(known.right, key));
};

/**
 * Finds the files that belong to nobody, whatever their rows say: of a profile that does not exist or whose erasure is
 * complete, and, where everything is sealed, those that their profile does not name and that do not open with its key.
 * The file of a test write is nobody's. An upload that failed may leave a file that its profile does not name. In clear
 * nobody can tell it from another one.
 */
export const strayFilesIn = (
  driver: RecordDriver,
  { dataKeys, marker }: RecordEncryption,
  profiles: Pick<ProfileStore, 'getAny'>,
): TaskEither<Unavailable, readonly StrayFile[]> => {
  const keyOf = (id: ProfileId): TaskEither<Unavailable, Uint8Array | null> =>
    pipe(
      dataKeys.find(id),
      TE.orElse((why) =>
        why._tag === 'NotFound' || why.kind === 'rejected' || why.kind === 'invalid_response'
          ? TE.right(null)
          : TE.left(why),
      ),
    );

  const straysOf =
    (id: ProfileId, onlySealed: boolean): TaskEither<Unavailable, readonly StrayFile[]> =>
    async () => {
      const owner = await ownerOf(profiles, id)();
      if (E.isLeft(owner)) return owner;
      if (owner.right === null) return E.right([]);
      const isGone = owner.right === 'none' || (owner.right.redaction?.completedAt ?? null) !== null;
      if (!isGone && (!onlySealed || owner.right.salt === '')) return E.right([]);
      const rows = await findAllRows(driver, AnyRow, ofProfile('files', id))();
      if (E.isLeft(rows)) return rows;
      const strays = (found: readonly Row[]) =>
        E.right(found.map((row) => ({ id: String(row['id']), profile: id, isGone })));
      if (owner.right === 'none' || isGone) return strays(rows.right);
      const named = new Set(filesIn(owner.right.evidence).map((file) => file.id));
      const unnamed = rows.right.filter((row) => !named.has(row.id));
      if (unnamed.length === 0) return E.right([]);
      const key = await keyOf(id)();
      return E.isLeft(key) ? key : strays(unnamed.filter((row) => !opensWith(row, key.right)));
    };

  return async () => {
    const sealed = await marker.isSealed();
    if (E.isLeft(sealed)) return sealed;
    const found: StrayFile[] = [];
    for (let after: ProfileId | null = null; ; ) {
      const ids: Either<Unavailable, readonly ProfileId[]> = await driver.distinct('files', 'profile', after, page)();
      if (E.isLeft(ids)) return ids;
      for (const id of ids.right) {
        after = id;
        if (id === testFileId) continue;
        const strays = await straysOf(id, sealed.right)();
        if (E.isLeft(strays)) return strays;
        found.push(...strays.right);
      }
      if (ids.right.length === 0) return E.right(found);
    }
  };
};
