import { type Invalid, invalid, type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Checkpoint } from '../../ledger/checkpoint.ts';
import type { TreeHash } from '../../ledger/merkle/merkle-hash.ts';
import { consistencyRanges, inclusionRanges } from '../../ledger/merkle/tree.ts';
import type { LedgerLog } from '../../ports/logs/ledger-log.ts';
import { hashesOf } from './tree-reader.ts';

type Deps = { readonly ledgerLog: LedgerLog };

/** Reads the newest head of the log. Before the first one there is none. */
export type ReadCheckpoint = () => TaskEither<NotFound | Unavailable, Checkpoint>;

export const readCheckpoint =
  ({ ledgerLog }: Deps): ReadCheckpoint =>
  () =>
    pipe(
      ledgerLog.newestHead(),
      TE.flatMap((head) => (head === null ? TE.left(notFound) : TE.right(head))),
    );

/** A proof that the log of a head begins with the first `from` entries as they were (RFC 9162 section 2.1.4). */
export type ConsistencyProof = {
  readonly from: number;
  readonly checkpoint: Checkpoint;
  readonly proof: readonly TreeHash[];
};

/** Proves the newest head from an earlier size. A larger size is invalid: no log shrinks. */
export type ProveConsistency = (from: number) => TaskEither<NotFound | Invalid | Unavailable, ConsistencyProof>;

export const proveConsistency =
  (deps: Deps): ProveConsistency =>
  (from) =>
  async () => {
    const head = await readCheckpoint(deps)()();
    if (E.isLeft(head)) return head;
    const { size } = head.right;
    if (from > size)
      return E.left(
        invalid([{ pointer: '/from', message: `is more than the ${size} entries of the newest checkpoint` }]),
      );
    const proof = await hashesOf(deps.ledgerLog, size, consistencyRanges(from, size));
    return E.isLeft(proof) ? proof : E.right({ from, checkpoint: head.right, proof: proof.right });
  };

/** A proof that an entry is in the log of a head (RFC 9162 section 2.1.3); `index` is its place, counted from 0. */
export type InclusionProof = {
  readonly index: number;
  readonly checkpoint: Checkpoint;
  readonly proof: readonly TreeHash[];
};

/** Proves an entry by the newest head; `null` while no head includes the entry. */
export type ProveInclusion = (profileId: ProfileId, seq: number) => TaskEither<Unavailable, InclusionProof | null>;

export const proveInclusion =
  ({ ledgerLog }: Deps): ProveInclusion =>
  (profileId, seq) =>
  async () => {
    const [entry, head] = await Promise.all([ledgerLog.entryOf(profileId, seq)(), ledgerLog.newestHead()()]);
    if (E.isLeft(entry)) return entry;
    if (E.isLeft(head)) return head;
    if (entry.right === null || head.right === null || entry.right.place > head.right.size) return E.right(null);
    const index = entry.right.place - 1;
    const proof = await hashesOf(ledgerLog, head.right.size, inclusionRanges(index, head.right.size));
    return E.isLeft(proof) ? proof : E.right({ index, checkpoint: head.right, proof: proof.right });
  };
