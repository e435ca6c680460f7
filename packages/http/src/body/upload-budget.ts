/** The share of one request in the bytes that the process holds: of its body, or of what answers it. */
export type Lease = {
  /** `false` when the process holds as much as it may; then nothing was taken. */
  readonly take: (bytes: number) => boolean;
  /** Holds this many from here on, whatever it was before; `false` as of `take`, and then it stays as it was. */
  readonly hold: (bytes: number) => boolean;
  readonly held: () => number;
  /** Gives everything back; once nothing of it is held any more. */
  readonly end: () => void;
};

/**
 * Bounds the bytes that all requests hold together, those that come and the large ones that go: many of either at once
 * must not exhaust the memory.
 */
export const uploadBudget = (bytes: number) => {
  let held = 0;
  return {
    /** What all of them may hold, in bytes. */
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
