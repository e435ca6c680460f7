import type { RecordFinding } from '@portcullis/backoffice/ports';
import { E, type FileStore, type Profile, type TaskEither, type Unavailable } from '@portcullis/domain';
import { contentDigest, type FileEvidence } from '@portcullis/domain/evidence';
import { concernsOneRecord } from '@portcullis/domain/kernel';

type Files = Pick<FileStore, 'get'>;

/** The fault of the bytes of one file. An outage, in which nothing could be read, is no finding. */
const inspectFile =
  (files: Files, { id }: Profile, item: FileEvidence): TaskEither<Unavailable, readonly RecordFinding[]> =>
  async () => {
    const { file } = item;
    const read = await files.get(id, file.id, contentDigest(item))();
    if (E.isRight(read)) return E.right([]);
    const { left } = read;
    if (left._tag === 'NotFound' || left.outageCause === 'missing_row_contradiction')
      return E.right([{ fault: 'file_missing', file: file.id }]);
    return concernsOneRecord(left) ? E.right([{ fault: 'file_altered', file: file.id }]) : E.left(left);
  };

/**
 * Reads every file of the evidence, one at a time: with a key it must open, and its length and, where the evidence has
 * it, its digest must be those that were stored.
 */
export const inspectBytes =
  (files: Files, profile: Profile): TaskEither<Unavailable, readonly RecordFinding[]> =>
  async () => {
    const findings: RecordFinding[] = [];
    for (const item of profile.evidence) {
      if (item.kind !== 'file') continue;
      const found = await inspectFile(files, profile, item)();
      if (E.isLeft(found)) return found;
      findings.push(...found.right);
    }
    return E.right(findings);
  };
