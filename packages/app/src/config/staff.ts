import { isThisMachine } from '@portcullis/http';
import type { ConfigFault, Variables } from './environment.ts';

/** Where staff sign in. */
export type StaffConfig = {
  /** The address of this service in the browsers of staff, without a slash at its end. */
  readonly url: string;
};

/** Whether a browser takes the cookie of a session there, and nobody on the way reads it. */
const isGuarded = (url: string): boolean => {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' || isThisMachine(hostname);
};

/** Without an address of its own the console has that of the API, where that can be used. */
export const toStaffConfig = ({ CONSOLE_URL, PUBLIC_URL }: Variables): StaffConfig | null => {
  const url = CONSOLE_URL ?? PUBLIC_URL;
  return url === undefined || !isGuarded(url) ? null : { url };
};

export const staffFaults = ({ CONSOLE_URL: url }: Variables): readonly ConfigFault[] =>
  url === undefined || isGuarded(url)
    ? []
    : [{ name: 'CONSOLE_URL', rule: 'must be an https address, unless it is one of this machine' }];
