import type { AccessLine } from './wire.ts';

export type Viewer = { readonly kind: 'staff' | 'operator' | 'machine' | 'flow'; readonly id: string };

/** The reader of a line. Staff are known by the form of their ids; the others are the operator. */
export const viewerOf = ({ caller }: Pick<AccessLine, 'caller'>): Viewer => {
  if (caller.kind === 'machine') return { kind: 'machine', id: caller.client_id };
  if (caller.kind === 'flow') return { kind: 'flow', id: String(caller.link_generation) };
  return { kind: caller.id.startsWith('staff-') ? 'staff' : 'operator', id: caller.id };
};

/** The profiles that a line names, each once. */
export const profilesOf = ({ profile_id: id, profile_ids: ids = [] }: AccessLine): readonly string[] => [
  ...new Set([...(id === null ? [] : [id]), ...ids]),
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A time in milliseconds as a field for date and time has it, in the time zone of the reader. */
export const fieldTimeOf = (milliseconds: number): string => {
  const at = new Date(milliseconds);
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-');
  return `${date}T${[at.getHours(), at.getMinutes()].map(twoDigits).join(':')}`;
};

/** The time of such a field, in ISO 8601 UTC; `null` where it has no time. */
export const instantOf = (field: string): string | null => {
  const at = new Date(field);
  return field === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
};
