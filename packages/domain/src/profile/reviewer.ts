import { matching } from '../kernel/codec.ts';

/**
 * The person who judged a profile, as the partner names them. `id` is opaque: the ledger, which is never erased, keeps
 * it. `name` is erased with the profile.
 */
export type Reviewer = { readonly id: string; readonly name: string | null };

/**
 * The id of a reviewer. It stays in the ledger for ever, so that it must not be a name or an address: it holds a digit,
 * and neither blanks, dots nor an at sign.
 */
export const ReviewerIdCodec = matching(
  'an opaque id of letters, digits, _ and - with at least one digit',
  /^[A-Za-z_-]*[0-9][A-Za-z0-9_-]*$/,
  64,
);
