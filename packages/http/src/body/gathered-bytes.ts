const firstBlock = 4 * 1024;
const largestBlock = 256 * 1024;

/** Collects bytes that arrive in chunks into few large blocks. */
export type GatheredBytes = {
  /** Returns `false` when there is no memory for the chunk; then nothing of it is kept. */
  readonly add: (piece: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
};

/**
 * Copies chunks of any size into blocks. A client that sends its bytes one at a time would make each of them a chunk,
 * whose object overhead is a hundred times as large. Memory is reserved before each block is allocated, and a block is
 * at most as large as everything collected before it.
 */
export const gatheredBytes = (take: (bytes: number) => boolean): GatheredBytes => {
  const blocks: Buffer[] = [];
  let [held, size] = [0, 0];

  const grow = (wanted: number): boolean => {
    const length = Math.max(wanted, Math.min(largestBlock, Math.max(firstBlock, held)));
    if (!take(length)) return false;
    blocks.push(Buffer.allocUnsafeSlow(length));
    held += length;
    return true;
  };

  return {
    add: (piece) => {
      const last = blocks.at(-1);
      const used = last === undefined ? 0 : last.length - (held - size);
      const fits = held - size;
      if (piece.length > fits && !grow(piece.length - fits)) return false;
      last?.set(piece.subarray(0, fits), used);
      if (piece.length > fits) blocks.at(-1)?.set(piece.subarray(fits));
      size += piece.length;
      return true;
    },
    bytes: () => {
      const [only] = blocks;
      return only !== undefined && blocks.length === 1 ? only.subarray(0, size) : Buffer.concat(blocks, size);
    },
  };
};
