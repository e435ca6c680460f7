/** The share of one request in the upload bytes that the process holds. */
export type Lease = {
  /** `false` when the process holds as much as it may; then nothing was taken. */
  readonly take: (bytes: number) => boolean;
  /** Gives everything back; once the request is answered. */
  readonly end: () => void;
};

/** Bounds the upload bytes of all requests together: many uploads at once must not exhaust the memory. */
export const uploadBudget = (bytes: number) => {
  let held = 0;
  return {
    held: (): number => held,
    lease: (): Lease => {
      let mine = 0;
      return {
        take: (wanted) => {
          if (held + wanted > bytes) return false;
          held += wanted;
          mine += wanted;
          return true;
        },
        end: () => {
          held -= mine;
          mine = 0;
        },
      };
    },
  };
};
export type UploadBudget = ReturnType<typeof uploadBudget>;
