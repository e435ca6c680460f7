/** Everything that the service has acknowledged for one profile. */
export type AcknowledgedProfile = {
  readonly id: string;
  version: number;
  /** The hash of each acknowledged entry, by its sequence number. */
  readonly entries: Map<number, string>;
  /** SHA-256 of the bytes that were sent, by file id. */
  readonly files: Map<string, string>;
  readonly sessions: Set<string>;
  analyses: number;
  /** The status that was acknowledged as the result of the checks, or by a partner who canceled. */
  settled: string | null;
};

/** The memory of the harness: only 2xx responses are written into it. */
export type Journal = {
  readonly profiles: () => readonly AcknowledgedProfile[];
  readonly add: (id: string, version: number) => AcknowledgedProfile;
};

export const newJournal = (): Journal => {
  const known = new Map<string, AcknowledgedProfile>();
  return {
    profiles: () => [...known.values()],
    add: (id, version) => {
      const profile: AcknowledgedProfile = {
        id,
        version,
        entries: new Map(),
        files: new Map(),
        sessions: new Set(),
        analyses: 0,
        settled: null,
      };
      known.set(id, profile);
      return profile;
    },
  };
};

/** The answers of a run, by what they mean for the promise that nothing is lost. */
export type AnswerCounts = {
  requests: number;
  acknowledged: number;
  /** 503 with `Retry-After`, as documented. */
  unavailable: number;
  /** 503 without it. */
  noRetryAfter: number;
  /** Any other 5xx. */
  failures: number;
  /** 404 for something that was acknowledged. */
  false404: number;
  /** Requests that were sent, and got no answer. */
  cut: number;
  /** Connections that were refused or closed before the service can have read anything. */
  refused: number;
  /** Answers with less than what was acknowledged. */
  stale: number;
  /** Other 4xx. */
  refusals: number;
  slowestMs: number;
  /** When a request last failed, in milliseconds of `performance.now()`. */
  failedAt: number;
  readonly examples: string[];
};

export const newAnswerCounts = (): AnswerCounts => ({
  requests: 0,
  acknowledged: 0,
  unavailable: 0,
  noRetryAfter: 0,
  failures: 0,
  false404: 0,
  cut: 0,
  refused: 0,
  stale: 0,
  refusals: 0,
  slowestMs: 0,
  failedAt: 0,
  examples: [],
});
