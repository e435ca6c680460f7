import type { StaffMember } from './wire.ts';
import { searchKinds } from './words.ts';

export type SearchKind = (typeof searchKinds)[number];

/** The terms by which a member of staff may search. */
export const searchKindsOf = ({ search_by: allowed }: StaffMember): readonly SearchKind[] =>
  searchKinds.filter((kind) => allowed.includes(kind));
