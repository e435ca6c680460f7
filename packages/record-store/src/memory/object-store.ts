import { E, unavailable } from '@portcullis/domain';
import type { ObjectStore } from '../driver/index.ts';
import { compareColumnValues } from './conditions.ts';

/** Objects in memory, by their keys. */
export type MemoryObjects = Map<string, { readonly bytes: Uint8Array; readonly modifiedAt: number }>;

/** An object store in memory. `now` is in milliseconds. */
export const memoryObjectStore = (objects: MemoryObjects = new Map(), now: () => number = () => 0): ObjectStore => ({
  put: (key, bytes) => async () => {
    if (!/^[A-Za-z0-9/-]{1,200}$/.test(key)) return E.left(unavailable('files', 'no key of an object', 'rejected'));
    objects.set(key, { bytes: Uint8Array.from(bytes), modifiedAt: now() });
    return E.right(undefined);
  },
  get: (key) => async () => {
    const found = objects.get(key);
    return E.right(found === undefined ? null : Uint8Array.from(found.bytes));
  },
  remove: (key) => async () => {
    objects.delete(key);
    return E.right(undefined);
  },
  list: (prefix, after, limit) => async () => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && (after === null || key > after));
    const first = keys.toSorted(compareColumnValues).slice(0, limit);
    return E.right(first.map((key) => ({ key, modifiedAt: objects.get(key)?.modifiedAt ?? 0 })));
  },
});
