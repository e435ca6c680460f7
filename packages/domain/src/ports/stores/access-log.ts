import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { RequestTrace, Tenant } from '../../kernel/principal.ts';

/**
 * The reader: a partner's server by its client id, a person by the generation of the link, a member of staff by their
 * id, or the operator by the name that the command was given.
 */
export type AccessCaller =
  | { readonly kind: 'machine'; readonly client_id: string }
  | { readonly kind: 'flow'; readonly link_generation: number }
  | { readonly kind: 'staff'; readonly staff_id: string }
  | { readonly kind: 'operator'; readonly id: string };

/**
 * One look at what is kept about a person. It holds ids and no personal data, so that an erasure leaves it as it is. At
 * rest it is sealed with its row under the keys of the service, if there are any. It keeps its wire form.
 */
export type AccessLine = {
  /** When the answer was ready to be sent: ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly request_id: string;
  /** The operation of the API by its id, such as `getProfile`, or the command of the operator. */
  readonly operation: string;
  readonly caller: AccessCaller;
  readonly partner_id: string;
  readonly team_id: string | null;
  /** The member of staff whom the request named, by the partner's own id. */
  readonly reviewer_id?: string;
  /** The profile that was shown; `null` for none, a list, and where a refused request does not name it by its id. */
  readonly profile_id: ProfileId | null;
  readonly file_id?: FileId;
  /** The profiles of a list, at most 100. */
  readonly profile_ids?: readonly ProfileId[];
  /**
   * The status of the answer: 200 to 299, or that of a refusal that discloses something of the profile (409 or 410).
   */
  readonly status: number;
};

/** Lines of one tenant that are written together: 1 to 200. `at` is the time at which they are written. */
export type AccessBatch = {
  readonly id: string;
  readonly at: string;
  readonly tenant: Tenant;
  readonly lines: readonly AccessLine[];
};

/** The largest number of lines of a batch, and of batches that are written together. */
export const accessBatchLimits = { lines: 200, batches: 50 } as const;

/** The position of a line: that of its batch, and its number in it, from 0. */
export type AccessPosition = { readonly at: string; readonly id: string; readonly line: number };

/** A line as it is read: `position` says where the next page begins. */
export type PlacedAccessLine = { readonly line: AccessLine; readonly position: AccessPosition };

export type AccessQuery = {
  /** The owner of the lines; `null` is everybody. */
  readonly viewer: Tenant | null;
  /** Only what follows this line. */
  readonly after: AccessPosition | null;
  /** Only what was written at this time or later, and before the other: `from <= at < until`. */
  readonly from: string | null;
  readonly until: string;
  /** 1 to 1000. */
  readonly limit: number;
  /** The request that reads them, for logs. */
  readonly request?: RequestTrace;
};

/** A batch whose lines cannot be read: somebody has changed it, or put it there. `id` and `at` are what is stored. */
export type DamagedBatch = { readonly id: string; readonly at: string };

/**
 * `damaged` are the batches among the lines of the page that cannot be read. `next` is the `after` of the page that
 * follows; it is not `null` when further lines may follow, also where fewer than `limit` were answered.
 */
export type AccessPage = {
  readonly lines: readonly PlacedAccessLine[];
  readonly damaged: readonly DamagedBatch[];
  readonly next: AccessPosition | null;
};

/** Keeps who looked at what. Lines are appended and never changed; only their age removes them. */
export type AccessLog = {
  /**
   * Appends all of the batches or none. Calling it again with the same batches has no second effect, so that a write
   * without an answer is repeated.
   */
  readonly append: (batches: readonly AccessBatch[]) => TaskEither<Unavailable, void>;
  /** Reads lines in the order in which they were written. A damaged batch does not keep the others from being read. */
  readonly page: (query: AccessQuery) => TaskEither<Unavailable, AccessPage>;
  /** Removes at most `limit` batches that were written before a time; answers how many it removed. */
  readonly prune: (before: string, limit: number) => TaskEither<Unavailable, number>;
};
