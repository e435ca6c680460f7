import type { Draft } from '../model/index.ts';

/**
 * The decisions that were begun and not sent, by the id of their profile. They lie in memory alone: a lost connection
 * and an ended session lose nothing, and closing the page leaves nothing behind.
 */
export type Drafts = {
  readonly read: (id: string) => Draft | null;
  readonly write: (id: string, draft: Draft | null) => void;
  /** Whether a note was typed that would be lost with the page. */
  readonly hasNotes: () => boolean;
  readonly clear: () => void;
};

export const createDrafts = (): Drafts => {
  const drafts = new Map<string, Draft>();
  return {
    read: (id) => drafts.get(id) ?? null,
    write: (id, draft) => {
      if (draft === null) drafts.delete(id);
      else drafts.set(id, draft);
    },
    hasNotes: () => [...drafts.values()].some(({ note }) => note.trim() !== ''),
    clear: () => drafts.clear(),
  };
};
