import type { ConfigFault, Environment, RequiredVariable } from './environment.ts';

/** A value of each required variable, as it could be. None of them is a secret of anybody. */
const examples: Readonly<Record<RequiredVariable, string>> = {
  DATABASE_URL: 'http://127.0.0.1:8090',
  DB_USER_EMAIL: 'service@example.com',
  DB_USER_PASSWORD: 'openssl rand -hex 32',
  JWT_SECRET: 'openssl rand -hex 32',
  CLIENT_URL: 'https://app.example.com, or DOMAIN=example.com',
  CLOUD_REGION: 'eu-west-1',
  CLOUD_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG',
  AI_MODEL: 'claude-sonnet-5-5',
  AI_API_KEY: 'sk-ant-api03-example',
  FINGERPRINT_SECRET_KEY: 'dJ3vMqeYhsDbVJEjiNVf',
};

const exampleOf = (name: string): string => Object.entries(examples).find(([required]) => required === name)?.[1] ?? '';

const isMissing = ({ name }: ConfigFault, env: Environment): boolean =>
  exampleOf(name) !== '' && (env[name]?.trim() ?? '') === '';

/** The columns of a table, each as wide as its widest word. */
const tableLines = (rows: readonly (readonly [string, string, string])[]): readonly string[] => {
  const [first = 0, second = 0] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map(([name, example, rule]) => `  ${name.padEnd(first)}  ${example.padEnd(second)}  ${rule}`);
};

const initHint = 'npx portcullis init makes a file .env with every secret, and says where to get the keys of vendors.';

/** What a start says of its configuration: values that are wrong, and a table of those that are missing. */
export const faultLines = (faults: readonly ConfigFault[], env: Environment): readonly string[] => {
  const missing = faults.filter((fault) => isMissing(fault, env));
  const wrong = faults.filter((fault) => !isMissing(fault, env));
  const rows = missing.map(
    ({ name, rule }) => [name, exampleOf(name), rule.replace('is missing; it must be ', '')] as const,
  );
  return [
    `The configuration is not complete. ${faults.length} to mend:`,
    ...wrong.map(({ name, rule }) => `  ${name} ${rule}`),
    ...(rows.length === 0 ? [] : tableLines([['Not set', 'Example', 'It must be'], ...rows])),
    ...(missing.some(({ name }) => name === 'JWT_SECRET') ? [initHint] : []),
  ];
};
