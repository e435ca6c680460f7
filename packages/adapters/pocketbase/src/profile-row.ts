import { dueAt, IdCodec, type Profile, ProfileCodec, type Tenant, t } from '@portcullis/domain';
import { columnText } from './columns.ts';

/** A row of `profiles` as PocketBase answers it; the other columns are there to be searched. */
export const ProfileRow = t.type({ id: IdCodec, data: ProfileCodec }, 'profile row');

/** No team is a team of its own, and never the same as a team with an empty name. */
export const teamKey = (teamId: string | null): string => (teamId === null ? '' : `=${columnText(teamId)}`);

/** The key of create-or-reuse. */
export const currentKey = ({ partnerId, teamId }: Tenant, reference: string): string =>
  `${columnText(partnerId)}/${teamKey(teamId)}/${columnText(reference)}`;

/** The row that a profile becomes, without its id. `current_key` is empty, and so not unique, once it is superseded. */
export const profileColumns = (profile: Profile) => ({
  partner_key: columnText(profile.tenant.partnerId),
  team_key: teamKey(profile.tenant.teamId),
  reference_key: columnText(profile.reference),
  current_key: profile.current ? currentKey(profile.tenant, profile.reference) : '',
  status: profile.status,
  version: profile.version,
  created_at: profile.createdAt,
  due_at: dueAt(profile) ?? '',
  data: profile,
});
