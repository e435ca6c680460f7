import { expiringCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither, TE } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { ClientStore, StoredClient } from '../../ports/stores/client-store.ts';

/**
 * The clients of the store in the memory of this instance: a request with a token asks no store. What another instance
 * changes is known here after the next `refresh`, and what this one changes when it is `put`.
 */
export type KnownClients = {
  /** A client as this instance knows it. One that it does not know is looked for in the store. */
  readonly lookUp: (id: string) => TaskEither<Unavailable, StoredClient | null>;
  readonly put: (client: StoredClient) => void;
  /** Reads what was changed since the last refresh, the first time everything. */
  readonly refresh: TaskEither<Unavailable, void>;
};

/** How much earlier than the newest known change a refresh reads: the clocks of the instances differ. */
const overlapMs = 120_000;
/** For how long the store is not asked again for a client that it does not have. */
const absentMs = 10_000;
const maxAbsent = 1000;

export const knownClients = ({
  clients,
  clock,
}: {
  readonly clients: Pick<ClientStore, 'changedSince' | 'find'>;
  readonly clock: Clock;
}): KnownClients => {
  const known = new Map<string, StoredClient>();
  const absent = expiringCache<string, true>(maxAbsent);
  let newest = 0;

  const put = (client: StoredClient): void => {
    const before = known.get(client.id);
    if (before === undefined || before.version < client.version) known.set(client.id, client);
  };

  const find = (id: string) => async () => {
    const found = await clients.find(id)();
    if (E.isLeft(found)) return found;
    if (found.right !== null) put(found.right);
    const now = monotonicNow(clock);
    if (found.right === null) absent.set(id, true, now, now + absentMs);
    return E.right(known.get(id) ?? null);
  };

  return {
    lookUp: (id) => {
      const client = known.get(id);
      if (client !== undefined) return TE.right(client);
      return absent.get(id, monotonicNow(clock)) === true ? TE.right(null) : find(id);
    },
    put,
    refresh: async () => {
      const found = await clients.changedSince(new Date(Math.max(0, newest - overlapMs)).toISOString())();
      if (E.isLeft(found)) return found;
      for (const client of found.right) {
        put(client);
        newest = Math.max(newest, Date.parse(client.updatedAt));
      }
      // A clock that is ahead must not hide what the others change.
      newest = Math.min(newest, clock.now());
      return E.right(undefined);
    },
  };
};
