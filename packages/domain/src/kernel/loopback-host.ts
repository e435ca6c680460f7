/**
 * Whether the host of a URL or of a `Host` header, in lower case and without a port, is this machine: the names of RFC
 * 6761 section 6.3, and the loopback addresses (RFC 6890). A browser resolves these names itself.
 */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/.test(host);
