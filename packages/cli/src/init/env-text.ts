import { parseEnv } from 'node:util';
import type { ConfigFault } from '@portcullis/app/configuration';

/** The parts of the file, each with what its reader has to know. */
const parts: readonly { readonly about: readonly string[]; readonly names: readonly string[] }[] = [
  {
    about: [
      'Made by npx portcullis init. docs/configuration.md has every variable. Keep this file out of version control.',
      'The service is at api.DOMAIN, the page at app.DOMAIN, the console at admin.DOMAIN. JWT_ISSUER changes with it.',
    ],
    names: ['DOMAIN'],
  },
  {
    about: ['AWS compares faces and looks for a live person: docs/vendors/aws.md'],
    names: [
      'LIVENESS_PROVIDER',
      'FACE_PROVIDER',
      'CLOUD_REGION',
      'CLOUD_ACCESS_KEY_ID',
      'CLOUD_SECRET_ACCESS_KEY',
      'FACE_LIVENESS_THRESHOLD',
    ],
  },
  {
    about: ['A model reads documents: docs/vendors/document-ai.md'],
    names: ['DOCUMENT_READER', 'AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY'],
  },
  {
    about: ['Fingerprint inspects devices: docs/vendors/device-check.md'],
    names: ['DEVICE_PROVIDER', 'FINGERPRINT_SECRET_KEY'],
  },
  {
    about: [
      'The database. compose.yml sets its own DATABASE_URL. DB_ENCRYPTION_KEY can never be changed, and without DATA_KEYS',
      'all that is sealed is lost: keep a copy of both elsewhere than the backups.',
    ],
    names: ['DATABASE_URL', 'DB_USER_EMAIL', 'DB_USER_PASSWORD', 'DB_ENCRYPTION_KEY', 'DATA_KEYS'],
  },
  { about: ['Signs the heads of the ledger.'], names: ['LEDGER_SIGNING_KEY'] },
  {
    about: [
      'Signs tokens. Another party that signs some with it writes the issuer and the audience, or the two lines go.',
    ],
    names: ['JWT_SECRET', 'JWT_ISSUER', 'JWT_AUDIENCE'],
  },
  {
    about: ["The first client, which is a partner's program."],
    names: ['JWT_CLIENT_ID', 'JWT_CLIENT_SECRET', 'JWT_CLIENT_PARTNER_ID'],
  },
];

/** The text of an env file, for values that are all writable. */
export const envText = (variables: Readonly<Record<string, string>>): string =>
  parts
    .map(({ about, names }) => {
      const lines = names.flatMap((name) => (variables[name] === undefined ? [] : [`${name}=${variables[name]}`]));
      return [...about.map((sentence) => `# ${sentence}`), ...lines, ''].join('\n');
    })
    .join('\n');

/**
 * Whether every reader of the file gets this value back. None is written in quotes, which some of them would take for a
 * part of it, and Docker Compose puts variables in place of `$`.
 */
const isWritable = (value: string): boolean => !/["'`$#]/.test(value) && parseEnv(`A=${value}`)['A'] === value;

/** The variables that cannot be written into the file. */
export const unwritable = (variables: Readonly<Record<string, string>>): readonly ConfigFault[] =>
  Object.entries(variables)
    .filter(([, value]) => !isWritable(value))
    .map(([name]) => ({
      name,
      rule: 'has a quote, #, $ or a line end: leave it out here, and write it into the file by hand',
    }));
