import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { ClientsJson } from './clients.ts';
import type { ConfigFault, Environment } from './environment.ts';

const requiredClientVariables = ['JWT_CLIENT_ID', 'JWT_CLIENT_SECRET', 'JWT_CLIENT_PARTNER_ID'] as const;
const optionalClientVariables = ['JWT_CLIENT_TEAM_ID', 'JWT_CLIENT_SCOPES', 'JWT_CLIENT_REDIRECT_ORIGINS'] as const;

/**
 * Rules between variables. They look only at whether a variable is set, so they also apply to an invalid environment.
 */
export const clientVariableFaults = (env: Environment): readonly ConfigFault[] => {
  const isSet = (name: string) => env[name] !== undefined && env[name] !== '';
  const one = [...requiredClientVariables, ...optionalClientVariables].filter(isSet);
  if (one.length > 0 && isSet('JWT_CLIENTS_JSON')) {
    return [{ name: 'JWT_CLIENTS_JSON', rule: `must not be set together with ${one.join(', ')}` }];
  }
  const missing = one.length > 0 ? requiredClientVariables.filter((name) => !isSet(name)) : [];
  return missing.map((name) => ({ name, rule: `is missing; it must be set together with ${one.join(', ')}` }));
};

/** The partners of the clients that an environment configures, as far as it can be read. */
export const configuredPartners = ({
  JWT_CLIENT_PARTNER_ID: one,
  JWT_CLIENTS_JSON: json,
}: Environment): readonly string[] => {
  const clients = json === undefined || json === '' ? E.right([]) : decode(ClientsJson, json);
  return [
    ...(one === undefined || one === '' ? [] : [one]),
    ...(E.isRight(clients) ? clients.right.map(({ tenant }) => tenant.partnerId) : []),
  ];
};
