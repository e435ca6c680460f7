/** The events that the service has promised by its answers, by profile and type. */
export type Acknowledged = {
  readonly note: (profileId: string, type: string) => void;
  readonly count: () => number;
  /** How many of them are not among these events. */
  readonly missingIn: (events: readonly { readonly type: string; readonly subjectId: string }[]) => number;
};

const keyOf = (profileId: string, type: string): string => `${profileId} ${type}`;

export const newAcknowledged = (): Acknowledged => {
  const promised = new Map<string, number>();
  let count = 0;
  return {
    note: (profileId, type) => {
      const key = keyOf(profileId, type);
      promised.set(key, (promised.get(key) ?? 0) + 1);
      count += 1;
    },
    count: () => count,
    missingIn: (events) => {
      const left = new Map(promised);
      for (const { subjectId, type } of events) {
        const key = keyOf(subjectId, type);
        const wanted = left.get(key) ?? 0;
        if (wanted > 0) left.set(key, wanted - 1);
      }
      return [...left.values()].reduce((sum, wanted) => sum + wanted, 0);
    },
  };
};
