import { deterministicId } from '@portcullis/domain/kernel';
import { type AccessBatch, type AccessLine, accessBatchLimits } from '@portcullis/domain/ports';

/** Lines that are written to the access log together, under a name that no other segment has. */
export type AccessSegment = { readonly name: string; readonly lines: readonly AccessLine[] };

type PendingBatch = Omit<AccessBatch, 'at'>;

/** The maximum number of ids of lists in a batch, which limits the size of its row. */
const maxListedIds = 2000;

const ownerOf = ({ partner_id: partner, team_id: team }: AccessLine): string => JSON.stringify([partner, team]);

/** Splits the lines of one tenant where they would exceed the size of a batch. */
const split = (lines: readonly AccessLine[]): readonly (readonly AccessLine[])[] => {
  const parts: AccessLine[][] = [];
  let listed = 0;
  for (const line of lines) {
    const last = parts.at(-1);
    listed += line.profile_ids?.length ?? 0;
    if (last === undefined || last.length >= accessBatchLimits.lines || listed > maxListedIds) {
      parts.push([line]);
      listed = line.profile_ids?.length ?? 0;
    } else last.push(line);
  }
  return parts;
};

/**
 * The batches of a segment, in the groups that are written together. They follow from its name and its lines alone, so
 * that a segment that is written again, because a write had no answer, has the same batches with the same ids.
 */
export const batchGroups = ({ name, lines }: AccessSegment): readonly (readonly PendingBatch[])[] => {
  const byOwner = new Map<string, AccessLine[]>();
  for (const line of lines) {
    const own = byOwner.get(ownerOf(line)) ?? [];
    if (own.push(line) === 1) byOwner.set(ownerOf(line), own);
  }
  const batches = [...byOwner.values()].flatMap(split).map((own, n): PendingBatch => {
    const [{ partner_id: partnerId, team_id: teamId } = { partner_id: '', team_id: null }] = own;
    return { id: deterministicId(`access/${name}/${n}`), tenant: { partnerId, teamId }, lines: own };
  });
  const groups = Math.ceil(batches.length / accessBatchLimits.batches);
  return Array.from({ length: groups }, (_, n) =>
    batches.slice(n * accessBatchLimits.batches, (n + 1) * accessBatchLimits.batches),
  );
};
