import type { Tenant } from '@portcullis/domain';
import { type Condition, compare } from '../driver/condition.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';

/** The columns that say whose a row is. */
type OwnerColumns = { readonly partner_key: string; readonly team_key: string };

/** The key of a team. "No team" is a team of its own, and differs from a team with an empty name. */
export const teamKey = (teamId: string | null): string => (teamId === null ? '' : `=${encodeColumnText(teamId)}`);

export const ownerColumns = ({ partnerId, teamId }: Tenant): OwnerColumns => ({
  partner_key: encodeColumnText(partnerId),
  team_key: teamKey(teamId),
});

/** The rows of the team of a viewer; those of every team for one without a team. */
export const ofTeam = ({ teamId }: Pick<Tenant, 'teamId'>): readonly Condition[] =>
  teamId === null ? [] : [compare('team_key', '=', teamKey(teamId))];

/** The rows that a viewer may see. */
export const visibleTo = (viewer: Tenant): readonly Condition[] => [
  compare('partner_key', '=', encodeColumnText(viewer.partnerId)),
  ...ofTeam(viewer),
];

export const ownerOf = ({ partner_key, team_key }: OwnerColumns): Tenant => ({
  partnerId: decodeColumnText(partner_key),
  teamId: team_key === '' ? null : decodeColumnText(team_key.slice(1)),
});
