/** Version, id of the trace, id of the parent, and flags. Fields of a later version stand behind another dash. */
const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

const isZero = (id: string): boolean => /^0+$/.test(id);

/** The flags that version 00 knows: sampled, and random trace id (level 2). The others must be zero. */
const knownFlags = 0b11;

/**
 * Reads the `traceparent` of a request (W3C Trace Context, section 3.2), as version 00 writes it. Answers `null` when
 * it is missing or invalid; the recommendation says to go on as if there was none. `tracestate` is not read: it belongs
 * to the tracing systems of others, and goes to no vendor.
 */
export const readTraceparent = (header: string | string[] | undefined): string | null => {
  if (typeof header !== 'string') return null;
  const [, version = 'ff', traceId = '', parentId = '', flags = '', more] = traceparentPattern.exec(header) ?? [];
  if (version === 'ff' || isZero(traceId) || isZero(parentId)) return null;
  if (version === '00' && more !== undefined) return null;
  const known = Number.parseInt(flags, 16) & knownFlags;
  return `00-${traceId}-${parentId}-${known.toString(16).padStart(2, '0')}`;
};
