const firstBlockBytes = 4 * 1024;
const largestBlockBytes = 256 * 1024;

/** Collects bytes that arrive in chunks into few large blocks. */
export type ByteCollector = {
  /** Returns `false` when there is no memory for the chunk; then nothing of it is kept. */
  readonly add: (chunk: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
};

/**
 * Copies chunks of any size into blocks. A client that sends its bytes one at a time would make each of them a chunk,
 * whose object overhead is a hundred times as large. Memory is reserved before each block is allocated, and a block is
 * at most as large as everything collected before it.
 */
export const byteCollector = (reserve: (bytes: number) => boolean): ByteCollector => {
  const blocks: Buffer[] = [];
  let [capacity, size] = [0, 0];

  const grow = (wanted: number): boolean => {
    const length = Math.max(wanted, Math.min(largestBlockBytes, Math.max(firstBlockBytes, capacity)));
    if (!reserve(length)) return false;
    blocks.push(Buffer.allocUnsafeSlow(length));
    capacity += length;
    return true;
  };

  return {
    add: (chunk) => {
      const last = blocks.at(-1);
      const used = last === undefined ? 0 : last.length - (capacity - size);
      const free = capacity - size;
      if (chunk.length > free && !grow(chunk.length - free)) return false;
      last?.set(chunk.subarray(0, free), used);
      if (chunk.length > free) blocks.at(-1)?.set(chunk.subarray(free));
      size += chunk.length;
      return true;
    },
    bytes: () => {
      const [only] = blocks;
      return only !== undefined && blocks.length === 1 ? only.subarray(0, size) : Buffer.concat(blocks, size);
    },
  };
};
