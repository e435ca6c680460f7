import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What `npm run sandbox` writes for scripts. */
type WrittenSandbox = SandboxInfo & {
  readonly staff: { readonly username: string; readonly password: string; readonly otpauth: string };
};

/** Reads what a sandbox has written into its folder. */
export const readWrittenSandbox = (folder: string): WrittenSandbox =>
  JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8'));
