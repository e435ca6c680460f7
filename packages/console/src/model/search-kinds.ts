import type { StaffMember } from './wire.ts';

/** What a search can be by, in the order in which it is offered. */
export const searchKinds = ['reference', 'profile_id', 'document_number', 'name'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What a member of staff may search by. */
export const searchKindsOf = ({ search_by: allowed }: StaffMember): readonly SearchKind[] =>
  searchKinds.filter((kind) => allowed.includes(kind));
