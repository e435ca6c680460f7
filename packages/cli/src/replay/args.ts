import { E, type Either } from '@portcullis/domain';
import { maxParts, type Part } from '../command/id-ranges.ts';
import type { ParsedOptions } from '../command/parse-options.ts';

export const replayUsage = `npx portcullis replay [--profile <id>] [--since <time>] [--policy <file> [--state <folder> [--shard <k/n>]]] [--json]

Makes the stored decisions again, of all tenants, and says which of them do not come out again; none may. With --policy it
runs the draft in the file over the newest decision of each profile instead, and says what would change: each decision, the
share and some profiles of each change, each reason, each kind of document. Writes nothing.

  --profile <id>     this profile alone
  --since <time>     only decisions of that time or later, like 2026-05-01 or 2026-05-01T10:00:00Z
  --policy <file>    the draft of a policy
  --state <folder>   reports what the parts that were done with --shard have found, or says what is missing
  --shard <k/n>      does the k-th of n parts of all profiles, like 2/4, and keeps what it has found in the folder: 1/1 does
                     all of it. Several processes can work at once with one folder, and a part that was ended goes on
                     where it was when it is called again. Says how far it is to standard error
  --json             one JSON object a line, the summary last

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when every
decision comes out again or the draft was run, 1 when one differs, there is no such profile or policy, or parts are
missing, 2 when the record database gave no answer, 64 for options that it does not know.`;

/** Which decisions to replay; `null` means no restriction. */
export type ReplayDecisionsArgs = {
  readonly profile: string | null;
  readonly since: string | null;
  readonly policy: string | null;
  readonly state: string | null;
  readonly shard: Part | null;
  readonly json: boolean;
};

export const replayOptions = {
  profile: { type: 'string' },
  since: { type: 'string' },
  policy: { type: 'string' },
  state: { type: 'string' },
  shard: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a day (from its start in UTC) or a time with its offset, and returns it in the format of stored times. */
const parseTime = (text: string): string | null =>
  timePattern.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;

/** Parses which part of how many, like 2/4. */
const parseShard = (text: string): Part | null => {
  const [, part, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  return part !== undefined && of !== undefined && part >= 1 && part <= of && of <= maxParts ? { part, of } : null;
};

/** Reads the arguments. Left says what is wrong. */
export const parseReplayArgs = ({
  values,
}: ParsedOptions<typeof replayOptions>): Either<string, ReplayDecisionsArgs> => {
  const { json = false, policy = null, profile = null, state = null } = values;
  const shard = values.shard === undefined ? null : parseShard(values.shard);
  const since = values.since === undefined ? null : parseTime(values.since);
  if (values.since !== undefined && since === null) return E.left('--since is a day or a time with its offset.');
  if (profile !== null && !/^[a-z0-9]{15}$/.test(profile)) return E.left('--profile is the id of a profile.');
  if (state !== null && (policy === null || profile !== null || state === ''))
    return E.left('--state is a folder, goes with --policy, and not with --profile.');
  if (values.shard !== undefined && (shard === null || state === null))
    return E.left(`--shard is a part of at most ${maxParts}, like 2/4, and goes with --state.`);
  return E.right({ profile, since, policy, state, shard, json });
};
