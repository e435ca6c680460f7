import { type AccessLog, E } from '@portcullis/domain';
import { isVisibleTo } from '@portcullis/domain/kernel';
import type { AccessBatch, AccessPosition, PlacedAccessLine } from '@portcullis/domain/ports';

const orderOf = ({ at, id }: Pick<AccessBatch, 'at' | 'id'>): string => `${at}/${id}`;

const placedLines = ({ at, id, lines }: AccessBatch): readonly PlacedAccessLine[] =>
  lines.map((line, n) => ({ line, position: { at, id, line: n } }));

const follows = (position: AccessPosition, after: AccessPosition | null): boolean =>
  after === null ||
  orderOf(position) > orderOf(after) ||
  (orderOf(position) === orderOf(after) && position.line > after.line);

/** Keeps the access log in memory. */
export const memoryAccessLog = (): AccessLog => {
  const rows = new Map<string, AccessBatch>();
  const inOrder = (): readonly AccessBatch[] =>
    [...rows.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return {
    append: (batches) => async () => {
      const isWritten = batches.some(({ id }) => rows.has(id));
      if (!isWritten) for (const batch of batches) rows.set(batch.id, { ...batch, lines: [...batch.lines] });
      return E.right(undefined);
    },
    page:
      ({ after, from, limit, until, viewer }) =>
      async () => {
        const lines = inOrder()
          .filter(({ at, tenant }) => at < until && at >= (from ?? '') && (!viewer || isVisibleTo(viewer, tenant)))
          .flatMap(placedLines)
          .filter(({ position }) => follows(position, after));
        const shown = lines.slice(0, limit);
        const next = lines.length > limit ? (shown.at(-1)?.position ?? null) : null;
        return E.right({ lines: shown, damaged: [], next });
      },
    prune: (before, limit) => async () => {
      const old = inOrder()
        .filter(({ at }) => at < before)
        .slice(0, limit);
      for (const { id } of old) rows.delete(id);
      return E.right(old.length);
    },
  };
};
