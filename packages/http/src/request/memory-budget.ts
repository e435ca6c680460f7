/** The memory that one request has reserved in the process, for its body or for its response. */
export type MemoryReservation = {
  /** Reserves more bytes. Returns `false` when the limit of the process is reached; then nothing is reserved. */
  readonly grow: (bytes: number) => boolean;
  /**
   * Sets the reservation to this many bytes, whatever it was before. Returns `false` when the limit is reached, and
   * then leaves the reservation unchanged.
   */
  readonly resize: (bytes: number) => boolean;
  readonly size: () => number;
  /** Releases the whole reservation. It must be called once the memory is no longer used. */
  readonly release: () => void;
};

/**
 * Limits the memory that all requests hold together, for incoming bodies and for large responses: many of either at
 * once must not exhaust the memory of the process.
 */
export const memoryBudget = (bytes: number) => {
  let held = 0;
  return {
    /** The limit for all requests together, in bytes. */
    capacity: bytes,
    held: (): number => held,
    reserve: (): MemoryReservation => {
      let own = 0;
      const resize = (wanted: number): boolean => {
        if (wanted > own && held - own + wanted > bytes) return false;
        held += wanted - own;
        own = wanted;
        return true;
      };
      return {
        grow: (wanted) => resize(own + wanted),
        resize,
        size: () => own,
        release: () => void resize(0),
      };
    },
  };
};
export type MemoryBudget = ReturnType<typeof memoryBudget>;
