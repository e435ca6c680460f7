import {
  pocketbaseClient,
  pocketbaseHistories,
  pocketbasePolicyRegister,
  pocketbaseProfileStore,
  pocketbaseSealing,
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
import { keyringOf } from '@portcullis/sealing';
import { type Environment, readDatabaseVariables } from '../config/environment.ts';
import { findingLine, misconfigured, outage, type Printed } from '../policies/printed.ts';
import { readPolicy } from '../policies/read-policy.ts';
import { usage, type Wish, wishOf } from './options.ts';
import { sayer } from './report.ts';
import { replayDraft, replayStored } from './run-replay.ts';

/** The outputs of a command: one for results, line by line as they are found, and one for errors. */
export type Voices = { readonly print: (line: string) => void; readonly complain: (line: string) => void };

/** Every version of the built-in policy is found by its name, whatever threshold is configured. */
const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });

const needsOf = (env: Environment): Either<Printed, ReplayNeeds> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfigured(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const sealing = pocketbaseSealing(client, keyringOf(keys));
  return E.right({
    profiles: pocketbaseProfileStore(client, sealing),
    histories: pocketbaseHistories(client, sealing),
    policies: allPolicies(builtIn, pocketbasePolicyRegister(client)),
  });
};

const failed = (failure: NotFound | Unavailable): Printed =>
  failure._tag === 'NotFound' ? { code: 1, lines: ['There is no such profile.'] } : outage(failure);

const done: Printed = { code: 0, lines: [] };

const tryDraft = async (needs: ReplayNeeds, file: string, wish: Wish, voices: Voices): Promise<Printed> => {
  const { findings, policy } = await readPolicy(file);
  for (const finding of findings) voices.complain(findingLine(file, finding));
  if (policy === null) return { code: 1, lines: [] };
  const tried = await replayDraft(needs, policy, wish, sayer(wish.json, voices.print));
  return E.isLeft(tried) ? failed(tried.left) : done;
};

const replay = async (needs: ReplayNeeds, wish: Wish, voices: Voices): Promise<Printed> => {
  if (wish.policy !== null) return tryDraft(needs, wish.policy, wish, voices);
  const differing = await replayStored(needs, wish, sayer(wish.json, voices.print));
  if (E.isLeft(differing)) return failed(differing.left);
  return differing.right > 0 ? { code: 1, lines: [] } : done;
};

/** Runs `npx portcullis replay` with these arguments; returns its exit code. */
export const replayCommand = async (args: readonly string[], env: Environment, voices: Voices): Promise<number> => {
  const wish = wishOf(args);
  if (E.isLeft(wish)) {
    voices.complain(`${wish.left}\n\n${usage}`);
    return 64;
  }
  if (wish.right === null) {
    voices.print(usage);
    return 0;
  }
  const needs = needsOf(env);
  const { code, lines } = E.isLeft(needs) ? needs.left : await replay(needs.right, wish.right, voices);
  for (const line of lines) voices.complain(line);
  return code;
};
