/** A map of limited size. */
export type LruCache<Key, Value> = {
  /** Answers the value of a key and counts it as used. */
  readonly get: (key: Key) => Value | undefined;
  /** Answers the value of a key without counting it as used. */
  readonly peek: (key: Key) => Value | undefined;
  /** Stores a value and counts it as used. Answers the entry that was evicted for it, if any. */
  readonly set: (key: Key, value: Value) => readonly [Key, Value] | null;
  readonly delete: (key: Key) => void;
  readonly size: () => number;
  /** The entries, the least recently used one first. */
  readonly entries: () => IterableIterator<readonly [Key, Value]>;
};

/** Holds at most `maxEntries` entries; the least recently used one is evicted for a new one. */
export const lruCache = <Key, Value>(maxEntries: number): LruCache<Key, Value> => {
  const values = new Map<Key, Value>();
  /** The key that was used last; it may be deleted since. */
  let newest: Key | undefined;
  const touch = (key: Key, value: Value): void => {
    values.delete(key);
    values.set(key, value);
    newest = key;
  };
  return {
    get: (key) => {
      const value = values.get(key);
      // The newest key stays where it is: while a map is small, each deletion and insertion makes a new table for it.
      if (value !== undefined && key !== newest) touch(key, value);
      return value;
    },
    peek: (key) => values.get(key),
    set: (key, value) => {
      touch(key, value);
      const [oldest] = values;
      if (values.size <= maxEntries || oldest === undefined) return null;
      values.delete(oldest[0]);
      return oldest;
    },
    delete: (key) => void values.delete(key),
    size: () => values.size,
    entries: () => values.entries(),
  };
};

/** A map of limited size whose entries expire. Times are in milliseconds of one clock. */
export type ExpiringCache<Key, Value> = {
  /** Answers a value that is still valid and counts it as used. */
  readonly get: (key: Key, now: number) => Value | undefined;
  /** Stores a value that is valid from `now` until `until`, exclusive; nothing is stored when that is over already. */
  readonly set: (key: Key, value: Value, now: number, until: number) => void;
};

/** Works like `lruCache`. An entry is not used before the time of its storage either: the clock was set back then. */
export const expiringCache = <Key, Value>(maxEntries: number): ExpiringCache<Key, Value> => {
  const entries = lruCache<Key, { readonly value: Value; readonly from: number; readonly until: number }>(maxEntries);
  return {
    get: (key, now) => {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      if (now >= found.from && now < found.until) return found.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value, now, until) => {
      if (until > now) entries.set(key, { value, from: now, until });
    },
  };
};
