import {
  pocketbaseClient,
  pocketbaseEncryption,
  pocketbaseLedgerReader,
  pocketbasePolicyRepository,
  pocketbaseProfileStore,
} from '@portcullis/adapter-pocketbase';
import { type Environment, readDatabaseVariables } from '@portcullis/app/configuration';
import { builtInPolicies, E, type Either, type NotFound, policyCatalog, type Unavailable } from '@portcullis/domain';
import type { ReplayDeps } from '@portcullis/explain';
import { keyringOf } from '@portcullis/record-store';
import { type CommandResult, findingLine, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { type Output, reporter } from '../command/output.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';
import { parseReplayArgs, type ReplayArgs, usage } from './args.ts';
import { replayDraft, replayStored } from './run-replay.ts';

/** Every version of the built-in policy is found by its name, whatever threshold is configured. */
const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });

const openReplayDeps = (env: Environment): Either<CommandResult, ReplayDeps> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password, DATA_KEYS: keys = [] } = read.right;
  const client = pocketbaseClient({ url, email, password });
  const encryption = pocketbaseEncryption(client, keyringOf(keys));
  return E.right({
    profiles: pocketbaseProfileStore(client, encryption),
    ledgerReader: pocketbaseLedgerReader(client, encryption),
    policies: policyCatalog(builtIn, pocketbasePolicyRepository(client)),
  });
};

const failureResult = (failure: NotFound | Unavailable): CommandResult =>
  failure._tag === 'NotFound' ? { code: 1, lines: ['There is no such profile.'] } : unavailableResult(failure);

const done: CommandResult = { code: 0, lines: [] };

const runDraft = async (needs: ReplayDeps, file: string, wish: ReplayArgs, voices: Output): Promise<CommandResult> => {
  const { findings, policy } = await readPolicyFile(file);
  for (const finding of findings) voices.printError(findingLine(file, finding));
  if (policy === null) return { code: 1, lines: [] };
  const tried = await replayDraft(needs, policy, wish, reporter(wish.json, voices.print));
  return E.isLeft(tried) ? failureResult(tried.left) : done;
};

const runReplay = async (needs: ReplayDeps, wish: ReplayArgs, voices: Output): Promise<CommandResult> => {
  if (wish.policy !== null) return runDraft(needs, wish.policy, wish, voices);
  const differing = await replayStored(needs, wish, reporter(wish.json, voices.print));
  if (E.isLeft(differing)) return failureResult(differing.left);
  return differing.right > 0 ? { code: 1, lines: [] } : done;
};

/** Runs `npx portcullis replay` with these arguments; returns its exit code. */
export const replayCommand = async (args: readonly string[], env: Environment, voices: Output): Promise<number> => {
  const wish = parseReplayArgs(args);
  if (E.isLeft(wish)) {
    voices.printError(`${wish.left}\n\n${usage}`);
    return 64;
  }
  if (wish.right === null) {
    voices.print(usage);
    return 0;
  }
  const needs = openReplayDeps(env);
  const { code, lines } = E.isLeft(needs) ? needs.left : await runReplay(needs.right, wish.right, voices);
  for (const line of lines) voices.printError(line);
  return code;
};
