import { randomBytes } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { domainToASCII } from 'node:url';
import { type ConfigFault, type Environment, errorWord, readConfig } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { defineCommand, parsedBy } from '../command/command-line.ts';
import { type CommandResult, misconfiguredResult } from '../command/command-result.ts';
import { makeForOwner, replaceForOwner } from '../command/owner-file.ts';
import { parsePath } from '../command/values.ts';
import { envText, unwritable } from './env-text.ts';
import { type Answers, isUnused, newVariables } from './new-variables.ts';
import { askForAnswers, inTerminal } from './questions.ts';

type Options = {
  readonly domain?: string | undefined;
  readonly partner?: string | undefined;
  readonly region?: string | undefined;
  readonly aiModel?: string | undefined;
  readonly file: string;
  readonly yes?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly print?: boolean | undefined;
};

type Variables = Readonly<Record<string, string>>;

/** What the service itself has against these variables. */
const faultsOf = (variables: Variables): readonly ConfigFault[] => {
  const read = readConfig(variables);
  return E.isLeft(read) ? read.left : [];
};

const isPartner = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
const partnerRule = '1 to 64 of a-z 0-9 and -';
const parsePartner = parsedBy((text) => (isPartner(text) ? text : null), `It must be ${partnerRule}.`);

/** compose.yml publishes the ports of https and http alone. */
const domainRule = 'a domain without a port';
const isWithoutPort = (text: string): boolean => !/^$|:\d*$/.test(text.trim());
const parseDomain = parsedBy((text) => (isWithoutPort(text) ? text.trim() || null : null), `It must be ${domainRule}.`);

/** What a domain has to be instead of what was given; `null` where the service itself tells. */
const domainMustBe = (text: string): string | null => {
  if (!isWithoutPort(text)) return domainRule;
  const ascii = /\P{ASCII}/u.test(text) ? domainToASCII(text.trim()) : '';
  return ascii === '' ? null : `in its xn-- form, ${ascii}`;
};

/** The fault of an answer, in the words of the start. One that is left empty is filled in later. */
const faultOf = (name: keyof Answers, value: string): string | null => {
  if (name === 'JWT_CLIENT_PARTNER_ID' && !isPartner(value)) return `${name} must be ${partnerRule}.`;
  const domain = name === 'DOMAIN' ? domainMustBe(value) : null;
  if (domain !== null) return `${name} must be ${domain}.`;
  const found = value === '' ? undefined : faultsOf({ [name]: value }).find((fault) => fault.name === name);
  return found ? `${name} ${found.rule}.` : null;
};

/** Where what is missing is to be had, by the beginning of the name of its variable. */
const sources: readonly (readonly [string, string])[] = [
  ['CLOUD_', 'docs/vendors/aws.md'],
  ['AI_', 'docs/vendors/document-ai.md'],
  ['FINGERPRINT_', 'docs/vendors/device-check.md'],
];

const sourceOf = (name: string): string =>
  sources.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'docs/configuration.md';

const leftOf = (variables: Variables) =>
  faultsOf(variables)
    .filter(({ name }) => (variables[name] ?? '') === '')
    .map(({ name }) => ({ variable: name, see: sourceOf(name) }));

const written = (file: string, kept: string | null, variables: Variables): CommandResult => {
  const left = leftOf(variables);
  const width = Math.max(...left.map(({ variable }) => variable.length));
  const lines = [
    `${file} is made, for your eyes only (mode 600). Its secrets are new, and are not shown here.`,
    ...(kept === null
      ? []
      : [`The file before is ${kept}: a database that was started with it needs its DB_ENCRYPTION_KEY and DATA_KEYS.`]),
    ...(left.length === 0 ? [] : ['', `To fill in, in ${file}:`]),
    ...left.map(({ see, variable }) => `  ${variable.padEnd(width)}  ${see}`),
    '',
    'Before real people come, also CONSENT_VERSIONS: docs/configuration.md#consent-texts',
    'Then: docker compose up --build --detach. docs/deployment/README.md says how to check it, how the first member of',
    'staff is added, and other ways.',
  ];
  return { code: 0, lines, objects: [{ file, kept, left }] };
};

/** What has the name, also a link that leads nowhere; `undefined` where nothing has, or it cannot be known. */
const foundAt = (file: string): Stats | undefined => {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

const isFolder = (file: string): CommandResult => ({ code: 1, lines: [`${file} is a folder: name a file in it.`] });

const isThere = (file: string): CommandResult => ({
  code: 1,
  lines: [`There is a file ${file} already, which was left as it is. --force keeps it beside a new one.`],
});

/** The name under which a file is kept that a new one takes the place of: no two have one, also in the same second. */
const keptName = (file: string): string => {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${file}.old-${time}-${randomBytes(4).toString('hex')}`;
};

const write = (file: string, variables: Variables, force: boolean): CommandResult => {
  const kept = force && foundAt(file) ? keptName(file) : null;
  try {
    if (kept === null) makeForOwner(file, envText(variables));
    else replaceForOwner(file, envText(variables), kept);
    return written(file, kept, variables);
  } catch (cause) {
    const why = errorWord(cause);
    return why === 'EEXIST' && kept === null
      ? isThere(file)
      : { code: 1, lines: [`${file} cannot be written (${why}).`] };
  }
};

const init = async (options: Options, env: Environment, asks: boolean): Promise<CommandResult> => {
  const { file, force = false, print = false } = options;
  const found = print ? undefined : foundAt(file);
  if (found?.isDirectory()) return isFolder(file);
  if (found && !force) return isThere(file);
  const known: Answers = {
    DOMAIN: options.domain ?? (env['DOMAIN'] || 'localhost'),
    JWT_CLIENT_PARTNER_ID: options.partner ?? 'main',
    CLOUD_REGION: options.region ?? (env['CLOUD_REGION'] || 'eu-west-1'),
    AI_MODEL: options.aiModel ?? env['AI_MODEL'] ?? '',
  };
  const terminal = { input: process.stdin, output: process.stdout };
  const answers = asks
    ? await inTerminal(terminal, (ask) => askForAnswers(known, faultOf, ask, (name) => isUnused(name, env)))
    : known;
  if (answers === null) return { code: 1, lines: ['', 'Nothing was written.'] };
  const variables = newVariables(answers, env);
  const domain = domainMustBe(answers.DOMAIN);
  const said = faultsOf(variables).filter(({ name }) => (variables[name] ?? '') !== '');
  const wrong = domain === null ? said : [{ name: 'DOMAIN', rule: `must be ${domain}` }];
  const refused = wrong.length > 0 ? wrong : unwritable(variables);
  if (refused.length > 0) return misconfiguredResult(refused);
  return print
    ? { code: 0, lines: [envText(variables).trimEnd()], objects: [variables] }
    : write(file, variables, force);
};

/** `npx portcullis init`: makes the file of variables of a new deployment. */
export const initCommand = defineCommand({
  name: 'init',
  description:
    'Makes the file .env of a new deployment, with every secret, and says what is left to fill in. It asks in a terminal, unless --yes, --print or --json is given. The choice of providers, the keys of vendors and DATABASE_URL are taken from the environment where they are set.',
  notes: 'Exit code: 0 when the file is there, 1 when there was one already, or it cannot be written.',
  crashMessage: 'The file could not be made',
  build: (line, { env, finish, isJson }) =>
    line
      .option(
        '--domain <domain>',
        'the domain below which api., app. and admin. are; localhost by default',
        parseDomain,
      )
      .option('--partner <id>', 'the id of the first partner, whose client is made; main by default', parsePartner)
      .option('--region <region>', 'the region of AWS in which faces are compared; eu-west-1 by default')
      .option('--ai-model <model>', 'the model that reads documents')
      .option('--file <path>', 'another file', parsePath, '.env')
      .option('--yes', 'ask nothing')
      .option('--force', 'make a new file although there is one, which is kept beside it')
      .option('--print', 'print the file with its secrets, and write nothing')
      .action((options) => {
        const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
        return finish(init(options, env, isTerminal && !isJson && !options.yes && !options.print));
      }),
});
