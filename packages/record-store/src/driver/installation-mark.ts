/**
 * The mark in the place of an installation id while a database must not be served: its records were moved to another
 * one (`moved`), or a copy into it is not complete (`incomplete`). `installation` is the id that the mark keeps; `copy`
 * are 12 characters that are the same at both ends of one copy, and at no other end.
 */
export type InstallationMark = {
  readonly kind: 'moved' | 'incomplete';
  readonly installation: string;
  readonly copy: string;
};

const installationForm = /^[0-9a-f]{64}$/;

/** Whether a text is the id of an installation: 64 characters 0-9 and a-f. */
export const isInstallationId = (text: string): boolean => installationForm.test(text);

/** An id in 43 characters, so that a mark fits into the column, which holds 64. */
const shortened = (installation: string): string => Buffer.from(installation, 'hex').toString('base64url');

const restored = (short: string): string => Buffer.from(short, 'base64url').toString('hex');

/** The text that stands in the row instead of the id. */
export const markText = ({ copy, installation, kind }: InstallationMark): string =>
  [kind, shortened(installation), copy].join(':');

const markForm = /^(moved|incomplete):([\w-]{43}):(\w{12})$/;

/** The mark that a text is; `null` for an id. */
export const parseMark = (text: string): InstallationMark | null => {
  const [, kind, short = '', copy = ''] = markForm.exec(text) ?? [];
  return kind === 'moved' || kind === 'incomplete' ? { kind, installation: restored(short), copy } : null;
};

/** Says what is wrong with a marked database, and what an operator does about it. */
export const markFaults = {
  moved: {
    found: 'its records were moved to another database, which is served in its place.',
    remedy: 'Let DATABASE_URL name the database to which npx portcullis copy has moved them.',
  },
  incomplete: {
    found: 'records of another database are being copied into it, and not all of them are there.',
    remedy:
      'Where npx portcullis copy has ended, call it again: it says what to do. Until then use the database from which it copies.',
  },
} as const satisfies {
  readonly [Kind in InstallationMark['kind']]: { readonly found: string; readonly remedy: string };
};
