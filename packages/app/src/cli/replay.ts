import {
  pocketbaseClient,
  pocketbaseHistories,
  pocketbasePolicyRegister,
  pocketbaseProfileStore,
} from '@portcullis/adapter-pocketbase';
import {
  allPolicies,
  builtInPolicies,
  E,
  type Either,
  type NotFound,
  type ReplayNeeds,
  type Unavailable,
} from '@portcullis/domain';
import { type Environment, readDatabaseVariables } from '../config/environment.ts';
import { findingLine, misconfigured, outage } from '../policies/printed.ts';
import { readPolicy } from '../policies/read-policy.ts';
import { usage, type Wish, wishOf } from './replay/options.ts';
import { sayer } from './replay/report.ts';
import { replayDraft, replayStored } from './replay/run-replay.ts';

const complain = (lines: readonly string[]): void => {
  for (const line of lines) console.error(line);
};

/** Every version of the policy in the code is known by its name, whatever is configured. */
const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });

const needsOf = (env: Environment): Either<number, ReplayNeeds> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) {
    const { code, lines } = misconfigured(read.left);
    complain(lines);
    return E.left(code);
  }
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  const client = pocketbaseClient({ url, email, password });
  return E.right({
    profiles: pocketbaseProfileStore(client),
    histories: pocketbaseHistories(client),
    policies: allPolicies(builtIn, pocketbasePolicyRegister(client)),
  });
};

const codeOf = (failure: NotFound | Unavailable): number => {
  if (failure._tag === 'NotFound') {
    complain(['There is no such profile.']);
    return 1;
  }
  const { code, lines } = outage(failure);
  complain(lines);
  return code;
};

const tryDraft = async (needs: ReplayNeeds, file: string, wish: Wish): Promise<number> => {
  const { findings, policy } = await readPolicy(file);
  complain(findings.map((finding) => findingLine(file, finding)));
  if (policy === null) return 1;
  const done = await replayDraft(needs, policy, wish, sayer(wish.json, console.log));
  return E.isLeft(done) ? codeOf(done.left) : 0;
};

const run = async (args: readonly string[], env: Environment): Promise<number> => {
  const wish = wishOf(args);
  if (E.isLeft(wish)) {
    complain([wish.left, '', usage]);
    return 64;
  }
  if (wish.right === null) {
    console.log(usage);
    return 0;
  }
  const needs = needsOf(env);
  if (E.isLeft(needs)) return needs.left;
  if (wish.right.policy !== null) return tryDraft(needs.right, wish.right.policy, wish.right);
  const done = await replayStored(needs.right, wish.right, sayer(wish.right.json, console.log));
  if (E.isLeft(done)) return codeOf(done.left);
  return done.right > 0 ? 1 : 0;
};

// A connection that the database keeps open must not keep an operator waiting.
run(process.argv.slice(3), process.env).then(
  (code) => {
    process.exitCode = code;
  },
  (cause: unknown) => {
    console.error(`The decisions could not be made again (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exitCode = 70;
  },
);
