import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DuplicateIndex, TaskEither } from '@portcullis/domain';

/** Marks what is sent to look up duplicates. */
const duplicatesContext = new AsyncLocalStorage<true>();

const inDuplicatesContext =
  <L, A>(task: TaskEither<L, A>): TaskEither<L, A> =>
  () =>
    duplicatesContext.run(true, task);

/** The same index, whose statements count as those of looking up duplicates. */
export const markedIndex = (index: DuplicateIndex): DuplicateIndex => ({
  ...index,
  partnerKey: (partnerId) => inDuplicatesContext(index.partnerKey(partnerId)),
  record: (fingerprints, windowSeconds) => inDuplicatesContext(index.record(fingerprints, windowSeconds)),
});

const propertyOf = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** The host and port of a request that this process sends: by undici, or by the client of Node. */
const hostOf = (request: unknown): string => {
  const origin = propertyOf(request, 'origin');
  if (typeof origin === 'string') return new URL(origin).host;
  const getHeader = propertyOf(request, 'getHeader');
  return typeof getHeader === 'function' ? `${Reflect.apply(getHeader, request, ['host'])}` : '';
};

/** The paths of the statements that were sent, those of looking up duplicates apart. */
export type StoreStatements = { readonly own: readonly string[]; readonly duplicates: readonly string[] };

/** Runs a task, and answers the statements that were sent to the database of this address meanwhile. */
export const statementsTo = async (url: string, task: () => Promise<unknown>): Promise<StoreStatements> => {
  const { host } = new URL(url);
  const own: string[] = [];
  const duplicates: string[] = [];
  const count = (message: unknown): void => {
    const request = propertyOf(message, 'request');
    if (hostOf(request) !== host) return;
    (duplicatesContext.getStore() ? duplicates : own).push(`${propertyOf(request, 'path')}`);
  };
  const channels = ['http.client.request.start', 'undici:request:create'];
  for (const name of channels) subscribe(name, count);
  try {
    await task();
  } finally {
    for (const name of channels) unsubscribe(name, count);
  }
  return { own, duplicates };
};
