import { E, type Either, type Unavailable } from '@portcullis/domain';
import type { StoredBytes, UsageCounters } from '@portcullis/domain/ports';
import type { StorageLimits } from '@portcullis/domain/use-cases';
import type { Config } from '../config/config.ts';

/** The size of the files of the partners, as the database said last, and the limits that are judged by it. */
export type StorageUsage = {
  readonly limits: StorageLimits;
  /** Asks the database for the bytes of all partners. */
  readonly refresh: () => Promise<Either<Unavailable, void>>;
  /** The partners whose files take most, at most `count` of them. */
  readonly largest: (count: number) => readonly StoredBytes[];
};

/** How many partners one statement answers. */
const pageSize = 500;

const allStoredBytes = async (counters: UsageCounters): Promise<Either<Unavailable, readonly StoredBytes[]>> => {
  const all: StoredBytes[] = [];
  for (let after: string | null = null; ; ) {
    const page: Either<Unavailable, readonly StoredBytes[]> = await counters.storedBytes(after, pageSize)();
    if (E.isLeft(page)) return page;
    all.push(...page.right);
    after = page.right.at(-1)?.partnerId ?? null;
    if (page.right.length < pageSize) return E.right(all);
  }
};

/** Nothing is known before the first refresh, and then every partner has room. No request waits for a refresh. */
export const storageUsage = ({ limits }: Config, counters: UsageCounters): StorageUsage => {
  let known: ReadonlyMap<string, number> = new Map();
  return {
    limits: {
      profileBytes: limits.profileBytes,
      tenantBytes: limits.tenantBytes,
      tenantUses: (partnerId) => known.get(partnerId) ?? 0,
    },
    refresh: async () => {
      const found = await allStoredBytes(counters);
      if (E.isLeft(found)) return found;
      known = new Map(found.right.map(({ bytes, partnerId }) => [partnerId, bytes]));
      return E.right(undefined);
    },
    largest: (count) =>
      [...known]
        .map(([partnerId, bytes]) => ({ partnerId, bytes }))
        .toSorted((a, b) => b.bytes - a.bytes)
        .slice(0, count),
  };
};
