import { promises as dns } from 'node:dns';

/** Answers all addresses of a name, or rejects with a system error; `signal` ends it. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const tryMs = 2000;
const tries = 2;

const notFound = (cause: unknown): Error => Object.assign(new Error('no address', { cause }), { code: 'ENOTFOUND' });

/**
 * Asks the DNS servers of this machine, or `servers`, for the addresses of a name. `getaddrinfo`, behind Node's
 * `lookup`, occupies one of the two threads in which the process resolves every name, for as long as a server of
 * somebody else keeps silent; it cannot be canceled either. The file of hosts and search domains do not count here.
 */
export const dnsResolver =
  (servers?: readonly string[]): Resolve =>
  async (host, signal) => {
    // A new one knows the servers of now, and is canceled without canceling others.
    const resolver = new dns.Resolver({ timeout: tryMs, tries });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length === 0) throw notFound(v4.status === 'rejected' ? v4.reason : undefined);
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
