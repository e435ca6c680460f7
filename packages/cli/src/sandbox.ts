import { relative, resolve } from 'node:path';
import type { IssuedAccount } from '@portcullis/backoffice';
import { E } from '@portcullis/domain';
import { endSignals } from './command/end-signals.ts';
import { isDemoFailure } from './demo/failure.ts';
import { makePeople } from './demo/people.ts';
import { parseSandboxArgs, readSandboxOptions } from './sandbox/options.ts';
import { personLink } from './sandbox/person-link.ts';
import { type RunningSandbox, type SandboxInfo, startSandbox } from './sandbox/sandbox.ts';
import { isSandboxError } from './sandbox/sandbox-error.ts';
import { sandboxMember, seedStaff } from './sandbox/staff-login.ts';

/** The client's lines of the banner, and three requests with its token. */
const clientLines = ({ base_url, client_id, client_secret, token }: SandboxInfo): string => {
  if (client_id === '') return '  Client         none with a secret in clear (SANDBOX_CLIENTS_JSON)\n';
  const bearer = `-H 'Authorization: Bearer ${token}'`;
  const create = `-H 'Content-Type: application/json' -d '{"reference":"customer-1","sandbox":{"scenario":"approve"}}'`;
  return `\
  Guide          ${base_url}/docs/guide#client_id=${encodeURIComponent(client_id)}&client_secret=${encodeURIComponent(client_secret)}
  Client id      ${client_id}
  Client secret  ${client_secret}
  Token          ${token}

Three things to try:

  curl -s ${base_url}/api/auth/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret}

  curl -s ${base_url}/ ${bearer}

  curl -s ${base_url}/api/profiles/create ${bearer} ${create}
`;
};

/** The lines of the banner for a future reviewer. */
const staffLines = (info: SandboxInfo, { account, secrets }: IssuedAccount): string => `
Or decide as a member of staff at the console, with this password. IN THIS SANDBOX ALONE the password is enough: the
second factor, which a service always asks for, may be left out here.

  Console        ${info.base_url}/console
  User           ${account.username} (${account.member.roles.join(', ')} of the partner ${account.member.tenant.partnerId})
  Password       ${secrets.password}
  Second factor  ${secrets.otpauth}
`;

const personLines = (link: string | null): string =>
  link === null
    ? ''
    : `
Or be the person: open this link, with a camera or a picture of a passport (test/fixtures/specimens has some).

  ${link}
`;

const banner = (info: SandboxInfo, folder: string, link: string | null, staff: IssuedAccount): string => `
Portcullis sandbox: the database and the reading of documents are real; liveness, faces, devices and cloud credentials
are simulated, by scenarios that you choose (GET /api/settings lists them). Not for real people's documents.

  API            ${info.base_url}
  Docs           ${info.base_url}/docs
${clientLines(info)}${personLines(link)}${staffLines(info, staff)}
All of this for scripts: ${folder}/sandbox.json. The log: ${folder}/log.jsonl. The whole journey: npm run demo
Ctrl-C stops everything.
`;

/** The path of a folder as the user would type it here. */
const displayPath = (folder: string): string => {
  const near = relative(process.cwd(), folder);
  return near.startsWith('..') ? resolve(folder) : near || '.';
};

const stopLimitMs = 9000;

/**
 * Resolves at the first signal, also during the start. Later signals change nothing: npm forwards an interrupt twice.
 */
const firstInterrupt = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of endSignals) process.on(signal, () => resolve());
  });

const stop = async (sandbox: RunningSandbox): Promise<void> => {
  setTimeout(() => process.exit(1), stopLimitMs).unref();
  await sandbox.stop();
  console.log('The sandbox has stopped.');
};

/** Makes the people that were asked for, and says so. A sandbox that could not make them all runs all the same. */
const addPeople = async (sandbox: RunningSandbox, count: number): Promise<void> => {
  if (count === 0) return;
  if (sandbox.info.client_id === '') return console.error('No people were made: no client has a secret in clear.');
  console.log(`Making ${count} people, with a photo each that is really read. It takes about two seconds for one.`);
  try {
    await makePeople(sandbox, count, (there) => {
      if (there % 10 === 0 || there === count) console.log(`  ${there} of ${count} people are there.`);
    });
  } catch (cause) {
    if (!isDemoFailure(cause)) throw cause;
    console.error(`Not all people were made. ${cause.message}`);
  }
};

const main = async (): Promise<void> => {
  const interrupt = firstInterrupt().then(() => 'interrupt' as const);
  const args = parseSandboxArgs(process.argv.slice(2), { print: console.log, printError: console.error });
  if (E.isLeft(args)) process.exit(args.left);
  const { database, fresh, people } = args.right;
  const options = { ...readSandboxOptions(process.env), database, isFresh: fresh };
  const sandbox = await startSandbox(options);
  const ended = sandbox.databaseEnded.then(() => 'database' as const);
  if ((await Promise.race([interrupt, ended, addPeople(sandbox, people)])) === 'interrupt') return stop(sandbox);
  const staff = await seedStaff(sandbox.records, sandboxMember);
  console.log(banner(sandbox.info, displayPath(options.folder), await personLink(sandbox.info), staff));
  if ((await Promise.race([interrupt, ended])) === 'database') {
    console.error('The database of the sandbox has ended by itself.');
    process.exitCode = 1;
  }
  await stop(sandbox);
};

main().catch((cause: unknown) => {
  console.error(isSandboxError(cause) ? cause.message : cause);
  process.exit(isSandboxError(cause) ? cause.exitCode : 1);
});
