import type { Draft, TypedPolicy } from '../model/index.ts';

/**
 * The decisions that were begun and not sent, by the id of their profile. They lie in memory alone: a lost connection
 * and an ended session lose nothing, and closing the page leaves nothing behind.
 */
export type Drafts = {
  readonly read: (id: string) => Draft | null;
  readonly write: (id: string, draft: Draft | null) => void;
  /** The text of a policy that was typed and not saved, by the id of its draft; `null` where there is none. */
  readonly readPolicy: (id: string) => TypedPolicy | null;
  readonly writePolicy: (id: string, typed: TypedPolicy | null) => void;
  /** Whether a note, or a text, was typed that would be lost with the page. */
  readonly hasNotes: () => boolean;
  readonly clear: () => void;
};

export const createDrafts = (): Drafts => {
  const drafts = new Map<string, Draft>();
  const policies = new Map<string, TypedPolicy>();
  return {
    read: (id) => drafts.get(id) ?? null,
    write: (id, draft) => {
      if (draft === null) drafts.delete(id);
      else drafts.set(id, draft);
    },
    readPolicy: (id) => policies.get(id) ?? null,
    writePolicy: (id, typed) => {
      if (typed === null) policies.delete(id);
      else policies.set(id, typed);
    },
    hasNotes: () => policies.size > 0 || [...drafts.values()].some(({ note }) => note.trim() !== ''),
    clear: () => {
      drafts.clear();
      policies.clear();
    },
  };
};
