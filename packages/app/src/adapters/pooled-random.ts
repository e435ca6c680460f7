/** Enough for 170 ids. */
const defaultPoolBytes = 4096;

/**
 * Makes a function that fills arrays as `crypto.getRandomValues` does, from random bytes that it gets many at a time: a
 * call for a few bytes costs as much as one for thousands. Each byte is handed out once, and then kept no longer.
 */
export const pooledRandom = (poolBytes = defaultPoolBytes): ((bytes: Uint8Array) => Uint8Array) => {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (bytes) => {
    if (bytes.length > poolBytes) return crypto.getRandomValues(bytes);
    if (used + bytes.length > poolBytes) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    const end = used + bytes.length;
    bytes.set(pool.subarray(used, end));
    pool.fill(0, used, end);
    used = end;
    return bytes;
  };
};
