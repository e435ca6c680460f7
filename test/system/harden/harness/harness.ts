import type { EngineName } from '../../../support/servers/database-server.ts';

/**
 * The size of a run: `short` runs in the test command within about twenty seconds; `full` is the default; `long` takes
 * as long as anybody wants to wait.
 */
export type Size = 'short' | 'full' | 'long';

export type HarnessOptions = {
  readonly size: Size;
  /** The database under the service. */
  readonly engine: EngineName;
  /** The same seed sends the same requests in the same order. */
  readonly seed: number;
  /** Reports progress to whoever waits. */
  readonly say: (line: string) => void;
};

/** What a harness did and found. Any count of `violations` above 0 is a fault of the service. */
export type Findings = {
  readonly performed: { readonly [what: string]: number | string };
  readonly violations: { readonly [what: string]: number };
};

/** Puts the service under one kind of pressure, and counts what must not happen. It leaves no process running. */
export type Harness = {
  readonly name: string;
  /** What it verifies, as a sentence that can be false. */
  readonly claim: string;
  /** Whether it starts no database, so that the choice of one changes nothing. */
  readonly hasNoDatabase?: true;
  readonly run: (order: HarnessOptions) => Promise<Findings>;
};

/** Answers the violations that a run found; the list is empty when there are none. */
export const violationsIn = ({ violations }: Findings): readonly string[] =>
  Object.entries(violations).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`]));
