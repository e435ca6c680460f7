/**
 * How much a harness does: `short` in the test command, within some twenty seconds; `full` by default; `long` as far as
 * anybody wants to wait.
 */
export type Size = 'short' | 'full' | 'long';

export type Order = {
  readonly size: Size;
  /** The same seed asks the same questions in the same order. */
  readonly seed: number;
  /** Tells what is being done, for somebody who waits. */
  readonly say: (line: string) => void;
};

/** What a harness did and saw. One of `amiss` above 0 is a fault of the service. */
export type Findings = {
  readonly did: { readonly [what: string]: number | string };
  readonly amiss: { readonly [what: string]: number };
};

/** Puts the service under one kind of pressure, and counts what must not happen. It leaves nothing running behind. */
export type Harness = {
  readonly name: string;
  /** What it does, as a sentence that can be false of the service. */
  readonly claim: string;
  readonly run: (order: Order) => Promise<Findings>;
};

/** What a run found that must not be: empty when all is well. */
export const faultsIn = ({ amiss }: Findings): readonly string[] =>
  Object.entries(amiss).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
