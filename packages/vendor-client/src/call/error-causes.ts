import type { OutageCause } from '@portcullis/domain/kernel';

/** The codes of the system and of Node (errno(3), getaddrinfo(3)) for a connection that failed. */
const causeBySystemCode: ReadonlyMap<unknown, OutageCause> = new Map([
  ['ECONNREFUSED', 'connection_refused'],
  ['EHOSTUNREACH', 'connection_refused'],
  ['ENETUNREACH', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['ECONNABORTED', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['ENOTFOUND', 'dns_failed'],
  ['EAI_AGAIN', 'dns_failed'],
  ['ETIMEDOUT', 'timeout'],
  ['EMFILE', 'no_descriptors'],
  ['ENFILE', 'no_descriptors'],
  ['EPROTO', 'tls_failed'],
]);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;

const isTlsCode = (code: unknown): boolean => typeof code === 'string' && /^ERR_(SSL|TLS)_/.test(code);

/** The cause by a failed connection's errors, outermost first; `connection_reset` where none has a code. */
export const connectionCause = (chain: readonly unknown[]): OutageCause => {
  const codes = chain.map(codeOf).filter((code) => code !== undefined && code !== 'connection_failed');
  for (const code of codes) {
    const cause = causeBySystemCode.get(code) ?? (isTlsCode(code) ? 'tls_failed' : undefined);
    if (cause !== undefined) return cause;
  }
  return codes.length === 0 ? 'connection_reset' : 'unexpected';
};
