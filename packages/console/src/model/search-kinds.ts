import type { StaffMember } from './wire.ts';

/** The terms of a search, in the order in which they are offered. */
export const searchKinds = ['reference', 'profile_id', 'document_number', 'name'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The terms by which a member of staff may search. */
export const searchKindsOf = ({ search_by: allowed }: StaffMember): readonly SearchKind[] =>
  searchKinds.filter((kind) => allowed.includes(kind));
