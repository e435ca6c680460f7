import { filesIn } from '@portcullis/domain/evidence';
import { decode, E, type FileId, saltedDigest, t } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { Profile } from '@portcullis/domain/profile';

const FileAdded = t.type({
  type: t.literal('file.added'),
  seq: t.number,
  data: t.type({ file_id: t.string, digest: t.string }),
});

/** A file that an entry names, with the salted digest of its bytes as they were received. */
export type AddedFile = { readonly seq: number; readonly id: FileId; readonly digest: string };

/** The files that some entries have added. */
export const addedFiles = (entries: readonly LedgerEntry[]): readonly AddedFile[] =>
  entries.flatMap((entry) => {
    const known = decode(FileAdded, entry);
    if (E.isLeft(known)) return [];
    const { data, seq } = known.right;
    return [{ seq, id: data.file_id, digest: data.digest }];
  });

/** The files of a ledger that the evidence of the profile does not name, or names with another digest. */
export const unnamedFiles = ({ evidence, salt }: Profile, added: readonly AddedFile[]): readonly AddedFile[] => {
  if (salt === '') return [];
  const digests = new Map(filesIn(evidence).map((file) => [file.id, file.sha256] as const));
  return added.filter(({ digest, id }) => {
    const sha256 = digests.get(id);
    return sha256 === undefined || saltedDigest(salt, sha256) !== digest;
  });
};
