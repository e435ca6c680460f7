/** Prints that a migration waits for another one, which may have died. It happens before anything else can be said. */
export const waitPrinter =
  (print: (line: string) => void): ((waitMs: number) => void) =>
  (waitMs) =>
    print(`Another migration may be running: waiting for up to ${Math.ceil(waitMs / 1000)} s.`);
