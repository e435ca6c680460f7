import type { newConnectionPool } from '@portcullis/vendor-client/transport';
import { type AddressFilter, knownAddresses } from './addresses.ts';
import type { Resolve } from './dns-resolver.ts';

type Lookup = NonNullable<Parameters<typeof newConnectionPool>[0]['lookup']>;

const refusedCode = 'ADDRESS_REFUSED';

/** The error of a connection to an address to which nothing is sent. */
export const addressRefused = (): Error => Object.assign(new Error('address refused'), { code: refusedCode });

export const isAddressRefused = (thrown: unknown): boolean =>
  thrown instanceof Error && Reflect.get(thrown, 'code') === refusedCode;

/** How long a name may take, so that a connection which nobody waits for ends. */
const lookupMs = 6000;

/** Runs something with a signal that aborts after a time, or together with another one. */
const withEnd = async <A>(run: (signal: AbortSignal) => Promise<A>, end: AbortSignal): Promise<A> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, lookupMs);
  end.addEventListener('abort', abort);
  if (end.aborted) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', abort);
  }
};

/**
 * Resolves the name of a connection, once: the connection is made to the addresses that were judged here, so that a
 * server which answers differently the next time gains nothing. One address that is refused refuses the name.
 */
export const guardedLookup = (resolve: Resolve, isAllowed: AddressFilter, closed: AbortSignal): Lookup => {
  const judged = async (host: string): Promise<readonly string[]> => {
    const found = knownAddresses(host) ?? (await withEnd((signal) => resolve(host, signal), closed));
    if (found.length === 0 || !found.every(isAllowed)) throw addressRefused();
    return found;
  };
  return (host, { all }, done) => {
    judged(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first = { address: '', family: 4 }] = addresses;
        if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (cause: NodeJS.ErrnoException) => done(cause, ''),
    );
  };
};
