import { expiringCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither, TE } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { ClientStore, StoredClient } from '../../ports/stores/client-store.ts';

/**
 * The clients of the store in the memory of this instance: a request with a token asks no store. Changes of another
 * instance are known here after the next `refresh`, and those of this one when they are `put`.
 */
export type KnownClients = {
  /**
   * A client as this instance knows it, disabled where its row was found not to open. One that it does not know is
   * looked for in the store.
   */
  readonly lookUp: (id: string) => TaskEither<Unavailable, StoredClient | null>;
  readonly put: (client: StoredClient) => void;
  /**
   * Reads what was changed since the last refresh, the first time everything. Answers the ids of the clients whose rows
   * do not open, each once for as long as that lasts.
   */
  readonly refresh: TaskEither<Unavailable, readonly string[]>;
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
  /** The clients whose rows did not open when they were read last. Nobody knows whether they were disabled. */
  const damaged = new Set<string>();
  const absent = expiringCache<string, true>(maxAbsent);
  let newest = 0;

  const put = (client: StoredClient): void => {
    damaged.delete(client.id);
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

  const addDamaged = (ids: readonly string[]): readonly string[] => {
    const added = ids.filter((id) => !damaged.has(id));
    for (const id of added) damaged.add(id);
    return added;
  };

  return {
    lookUp: (id) => {
      const client = known.get(id);
      if (client !== undefined) return TE.right(damaged.has(id) ? { ...client, isDisabled: true } : client);
      return absent.get(id, monotonicNow(clock)) === true ? TE.right(null) : find(id);
    },
    put,
    refresh: async () => {
      const found = await clients.changedSince(new Date(Math.max(0, newest - overlapMs)).toISOString())();
      if (E.isLeft(found)) return found;
      // A row that was put right again has the time that it had, which may be long ago.
      for (const id of damaged) await find(id)();
      for (const client of found.right.clients) {
        put(client);
        newest = Math.max(newest, Date.parse(client.updatedAt));
      }
      // A clock that is ahead must not hide what the others change.
      newest = Math.min(newest, clock.now());
      return E.right(addDamaged(found.right.damaged));
    },
  };
};
