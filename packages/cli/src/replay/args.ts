import { E, type Either } from '@portcullis/domain';
import type { ParsedOptions } from '../command/parse-options.ts';

export const replayUsage = `npx portcullis replay [--profile <id>] [--since <time>] [--policy <file>] [--json]

Makes the stored decisions again, of all tenants, and says which of them do not come out again; none may. With --policy it
runs the draft in the file over the newest decision of each profile instead, and says what would change: each decision, the
share and some profiles of each change, each reason, each kind of document. Writes nothing.

  --profile <id>     this profile alone
  --since <time>     only decisions of that time or later, like 2026-05-01 or 2026-05-01T10:00:00Z
  --policy <file>    the draft of a policy
  --json             one JSON object a line, the summary last

Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it. Exit code: 0 when every
decision comes out again or the draft was run, 1 when one differs or there is no such profile or policy, 2 when the record database gave no answer, 64 for options that it does not know.`;

/** Which decisions to replay; `null` means no restriction. */
export type ReplayDecisionsArgs = {
  readonly profile: string | null;
  readonly since: string | null;
  readonly policy: string | null;
  readonly json: boolean;
};

export const replayOptions = {
  profile: { type: 'string' },
  since: { type: 'string' },
  policy: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a day (from its start in UTC) or a time with its offset, and returns it in the format of stored times. */
const parseTime = (text: string): string | null =>
  timePattern.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;

/** Reads the arguments. Left says what is wrong. */
export const parseReplayArgs = ({
  values,
}: ParsedOptions<typeof replayOptions>): Either<string, ReplayDecisionsArgs> => {
  const { json = false, policy = null, profile = null } = values;
  const since = values.since === undefined ? null : parseTime(values.since);
  if (values.since !== undefined && since === null) return E.left('--since is a day or a time with its offset.');
  if (profile !== null && !/^[a-z0-9]{15}$/.test(profile)) return E.left('--profile is the id of a profile.');
  return E.right({ profile, since, policy, json });
};
