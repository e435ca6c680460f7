/** The memory that one request has reserved in the process, for its body or for its response. */
export type Lease = {
  /** Reserves more bytes. Returns `false` when the limit of the process is reached; then nothing is reserved. */
  readonly take: (bytes: number) => boolean;
  /**
   * Sets the reservation to this many bytes, whatever it was before. Returns `false` when the limit is reached, and
   * then leaves the reservation unchanged.
   */
  readonly hold: (bytes: number) => boolean;
  readonly held: () => number;
  /** Releases the whole reservation. It must be called once the memory is no longer used. */
  readonly end: () => void;
};

/**
 * Limits the memory that all requests hold together, for incoming bodies and for large responses: many of either at
 * once must not exhaust the memory of the process.
 */
export const uploadBudget = (bytes: number) => {
  let held = 0;
  return {
    /** The limit for all requests together, in bytes. */
    most: bytes,
    held: (): number => held,
    lease: (): Lease => {
      let mine = 0;
      const hold = (wanted: number): boolean => {
        if (wanted > mine && held - mine + wanted > bytes) return false;
        held += wanted - mine;
        mine = wanted;
        return true;
      };
      return {
        take: (wanted) => hold(mine + wanted),
        hold,
        held: () => mine,
        end: () => void hold(0),
      };
    },
  };
};
export type UploadBudget = ReturnType<typeof uploadBudget>;
