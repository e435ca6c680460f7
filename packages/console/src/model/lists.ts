import type { Review } from './wire.ts';

// The lists of a partner, and who else has shown the same, as the service answers them.

export const listNames = ['blocked', 'allowed'] as const;
export type ListName = (typeof listNames)[number];

export const fingerprintKinds = ['document', 'person', 'image', 'device'] as const;
export type FingerprintKind = (typeof fingerprintKinds)[number];

export type ListEntry = {
  readonly id: string;
  readonly list: string;
  readonly kind: string;
  readonly profile_id: string | null;
  readonly note: string | null;
  /** `null` for what others have put there. */
  readonly added_by: { readonly type: string; readonly id: string } | null;
  /** In ISO 8601 UTC. */
  readonly added_at: string;
  /** Whether the signed-in member may take it off. */
  readonly is_own: boolean;
  readonly redacted: boolean;
};

export type ListPage = {
  readonly data: readonly ListEntry[];
  readonly next_cursor: string | null;
  /** How many among those that were looked at cannot be read. */
  readonly damaged?: number;
};

/** An addition to a list: all that a case has shown of a kind. */
export type ListAddition = {
  readonly list: ListName;
  readonly kind: FingerprintKind;
  readonly profile_id: string;
  readonly note: string;
};

export type Duplicates = {
  readonly lists: readonly { readonly kind: string; readonly list: string }[];
  readonly data: readonly { readonly kinds: readonly string[]; readonly review: Review }[];
};
