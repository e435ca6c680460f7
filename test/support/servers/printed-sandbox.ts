import { totpCode, totpStepAt } from '#backoffice/staff/totp';
import type { SandboxInfo } from '#cli/sandbox/sandbox';

/** How somebody signs in at the console: with a password, and with a code of their second factor. */
export type Login = {
  readonly username: string;
  readonly password: string;
  /** The code of this moment. Each is accepted once. */
  readonly code: () => string;
};

/** The login of an account whose second factor is at this `otpauth://` address. */
export const loginOf = (username: string, password: string, otpauth: string): Login => {
  const secret = new URL(otpauth).searchParams.get('secret') ?? '';
  return { username, password, code: () => totpCode(secret, totpStepAt(Date.now())) };
};

/** The output of a sandbox command for its user. */
export type PrintedSandbox = {
  readonly access: Pick<SandboxInfo, 'base_url' | 'client_id' | 'client_secret'>;
  readonly consoleUrl: string;
  readonly login: Login;
};

/** Reads what `npm run sandbox` has printed. Throws where a line is missing. */
export const readPrintedSandbox = (printed: string): PrintedSandbox => {
  const line = (label: string): string => {
    const value = new RegExp(`^ {2}${label} {2,}(\\S+)`, 'm').exec(printed)?.[1];
    if (value === undefined) throw new Error(`the sandbox has printed no line "${label}":\n${printed}`);
    return value;
  };
  return {
    access: { base_url: line('API'), client_id: line('Client id'), client_secret: line('Client secret') },
    consoleUrl: line('Console'),
    login: loginOf(line('User'), line('Password'), line('Second factor')),
  };
};
