import { filesIn } from '../../evidence/evidence.ts';
import { decode, t } from '../../kernel/codec.ts';
import { E } from '../../kernel/fp.ts';
import { saltedDigest } from '../../kernel/hash.ts';
import type { FileId } from '../../kernel/ids.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Profile } from '../../profile/profile.ts';

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
