import type { StaffMember } from './wire.ts';

/** What a search can be by, in the order in which it is offered. */
export const searchKinds = ['reference', 'profile_id', 'document_number', 'name'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What the release before searched by, which does not say so. It may answer while instances are replaced. */
const before: readonly string[] = ['reference', 'profile_id', 'document_number'];

/** What a member of staff may search by. */
export const searchKindsOf = ({ search_by: allowed = before }: StaffMember): readonly SearchKind[] =>
  searchKinds.filter((kind) => allowed.includes(kind));
