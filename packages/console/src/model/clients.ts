import type { MachineClient, NewClient } from './wire.ts';
import { clientScopes } from './words.ts';

/** A client while it is typed. */
export type ClientForm = { readonly name: string; readonly team: string; readonly scopes: readonly string[] };

export const emptyClientForm: ClientForm = { name: '', team: '', scopes: [] };

export type ClientFault = 'name_needed' | 'name_long' | 'team_long' | 'scopes_needed';

const maxName = 100;
const maxTeam = 128;

/** The faults that keep a form from being sent. Characters are counted as the service counts them. */
export const clientFaultsOf = ({ name, scopes, team }: ClientForm): readonly ClientFault[] => {
  const faults: ClientFault[] = [];
  if (name.trim() === '') faults.push('name_needed');
  if (name.trim().length > maxName) faults.push('name_long');
  if (team.trim().length > maxTeam) faults.push('team_long');
  if (scopes.length === 0) faults.push('scopes_needed');
  return faults;
};

/** The values of a form, as the service takes them, with the scopes in the order of the API. */
export const newClientOf = ({ name, scopes, team }: ClientForm): NewClient => ({
  name: name.trim(),
  scopes: clientScopes.filter((scope) => scopes.includes(scope)),
  ...(team.trim() !== '' && { team_id: team.trim() }),
});

/** For how many seconds the secret before a rotation may go on: a day, an hour, a week, or not at all. */
export const overlaps = [86_400, 3600, 604_800, 0] as const;
export type Overlap = (typeof overlaps)[number];

/** The possible actions on a client. One of the configuration is changed there alone. */
export type ClientAction = 'rotate' | 'disable' | 'enable';

export const clientActionsOf = ({
  awaits_second_person: isAwaiting,
  managed_by: by,
  status,
}: MachineClient): readonly ClientAction[] => {
  if (by !== 'console') return [];
  if (status === 'damaged') return ['disable'];
  if (status !== 'enabled') return ['rotate', 'enable'];
  return isAwaiting ? ['rotate', 'enable', 'disable'] : ['rotate', 'disable'];
};
