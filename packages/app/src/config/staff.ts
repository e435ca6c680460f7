import { isLoopbackHost } from '@portcullis/domain/kernel';
import type { ConfigFault, Variables } from './environment.ts';

/** The identity provider of the operator. */
export type OpenidConfig = {
  /** The issuer, letter by letter as the provider names it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The names of the claims of the ID token. */
  readonly claims: { readonly roles: string; readonly partner: string; readonly team: string };
};

/** Where staff sign in. */
export type StaffConfig = {
  /** The address of this service in the browsers of staff, without a slash at its end. */
  readonly url: string;
  /** `null` where staff have their accounts here. */
  readonly openid: OpenidConfig | null;
};

/** Whether nobody on the way reads what is sent there, and a browser takes the cookie of a session. */
const isSecureUrl = (url: string): boolean => {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' || isLoopbackHost(hostname);
};

const consoleUrl = ({ CONSOLE_URL, PUBLIC_URL }: Variables): string | null => {
  const url = CONSOLE_URL ?? PUBLIC_URL;
  return url === undefined || !isSecureUrl(url) ? null : url;
};

const toOpenidConfig = (env: Variables): OpenidConfig | null => {
  const { STAFF_OPENID_CLIENT_ID, STAFF_OPENID_CLIENT_SECRET, STAFF_OPENID_ISSUER } = env;
  return STAFF_OPENID_ISSUER && STAFF_OPENID_CLIENT_ID && STAFF_OPENID_CLIENT_SECRET
    ? {
        issuer: STAFF_OPENID_ISSUER,
        clientId: STAFF_OPENID_CLIENT_ID,
        clientSecret: STAFF_OPENID_CLIENT_SECRET,
        claims: {
          roles: env.STAFF_OPENID_ROLES_CLAIM ?? 'roles',
          partner: env.STAFF_OPENID_PARTNER_CLAIM ?? 'partner_id',
          team: env.STAFF_OPENID_TEAM_CLAIM ?? 'team_id',
        },
      }
    : null;
};

/** Without an address of its own the console has that of the API, where that can be used. */
export const toStaffConfig = (env: Variables): StaffConfig | null => {
  const url = consoleUrl(env);
  return url === null ? null : { url, openid: toOpenidConfig(env) };
};

const accountNames = ['STAFF_OPENID_ISSUER', 'STAFF_OPENID_CLIENT_ID', 'STAFF_OPENID_CLIENT_SECRET'] as const;
const claimNames = ['STAFF_OPENID_ROLES_CLAIM', 'STAFF_OPENID_PARTNER_CLAIM', 'STAFF_OPENID_TEAM_CLAIM'] as const;

const isSetIn =
  (env: Variables) =>
  (name: (typeof accountNames)[number] | (typeof claimNames)[number]): boolean =>
    env[name] !== undefined;

const secureUrlFaults = (name: string, url: string | undefined): readonly ConfigFault[] =>
  url === undefined || isSecureUrl(url)
    ? []
    : [{ name, rule: 'must be an https address, unless it is one of this machine' }];

/** The account at the provider is there as a whole or not at all, and needs to know where the console is. */
const openidFaults = (env: Variables): readonly ConfigFault[] => {
  const isSet = isSetIn(env);
  const set = [...accountNames, ...claimNames].filter(isSet);
  if (set.length === 0) return [];
  const missing = accountNames
    .filter((name) => !isSet(name))
    .map((name) => ({ name, rule: `is missing; it must be set together with ${set.join()}` }));
  const nowhere = { name: 'CONSOLE_URL', rule: 'is missing: the provider must know where the console is' };
  const { STAFF_OPENID_ISSUER: issuer } = env;
  const query = { name: 'STAFF_OPENID_ISSUER', rule: 'must not have a query' };
  return [
    ...missing,
    ...(consoleUrl(env) === null ? [nowhere] : []),
    ...secureUrlFaults('STAFF_OPENID_ISSUER', issuer),
    ...(issuer?.includes('?') ? [query] : []),
  ];
};

export const staffFaults = (env: Variables): readonly ConfigFault[] => [
  ...secureUrlFaults('CONSOLE_URL', env.CONSOLE_URL),
  ...openidFaults(env),
];
