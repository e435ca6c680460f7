// The machine clients of a partner, as the service answers them, and what is typed to make one.

/** The possible scopes of a partner's client: the names of the API, which never change. */
export const clientScopes = [
  'health:read',
  'profiles:read',
  'profiles:write',
  'status-history:write',
  'reviews:write',
  'verification-history:write',
  'profiles:erase',
  'access-log:read',
  'events:read',
  'webhooks:manage',
] as const;

export type MachineClient = {
  /** The `client_id` with which it asks for tokens. */
  readonly id: string;
  readonly name: string | null;
  readonly team_id: string | null;
  readonly scopes: readonly string[];
  readonly status: string;
  readonly managed_by: string;
  /** Whether it has a secret that admits only once somebody else than who made it has enabled the client. */
  readonly awaits_second_person: boolean;
  /** Until when the secret before admits as well, in ISO 8601 UTC. */
  readonly old_secret_ends_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
};

export type ClientList = { readonly data: readonly MachineClient[] };

/** A client with its secret, which the service says once: `null` where it has carried out the request before. */
export type ClientSecret = { readonly client: MachineClient; readonly client_secret: string | null };

/** A client while it is typed. */
export type ClientForm = { readonly name: string; readonly team: string; readonly scopes: readonly string[] };

export type NewClient = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly team_id?: string;
};

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
