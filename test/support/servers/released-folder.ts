import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Check, E } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { decode, oneOf, statuses, t } from '@portcullis/domain/kernel';
import type { Decision } from '#domain/checks/decision';
import { secretFor } from '../builders/secrets.ts';
import { root } from '../repository/files.ts';
import { atTestEnd } from '../test-end.ts';

/**
 * The record of `tools/keep-release.mjs` about a data folder: the profiles with the states that they had, in their
 * order, the password of the member `staff`, and the ids of what the partner and staff have made.
 */
const Release = t.type({
  records_format: t.number,
  throw_away_data_keys: t.string,
  throw_away_signing_key: t.string,
  throw_away_password: t.string,
  profiles: t.array(t.type({ id: t.string, status: oneOf(statuses) })),
  made: t.type({
    webhook_endpoint: t.string,
    claimed_profile: t.string,
    list_entry: t.string,
    client: t.string,
    policy_draft: t.string,
  }),
});
export type Release = t.TypeOf<typeof Release>;

const kept = join(root, 'test/fixtures/release');

/** Answers the folder of the last release, or, while nothing is kept, one that the tool makes with this build. */
export const releaseFolder = (): string => {
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-release-'));
  atTestEnd(async () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(root, 'tools/keep-release.mjs'), folder], { stdio: 'inherit' });
  return folder;
};

export const readRelease = (release: string): Release => {
  const known = decode(Release, JSON.parse(readFileSync(join(release, 'release.json'), 'utf8')));
  if (E.isLeft(known)) throw new Error(`the release is not described: ${JSON.stringify(known.left)}`);
  return known.right;
};

const unpacked = (release: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(release, `${name}.br`)));

/** A decision of the release, with all that it follows from. */
type KeptDecision = Pick<Decision, 'outcome' | 'reasons'> & {
  readonly policy: FlatPolicy;
  readonly file: DecisionInput;
  readonly now: string;
  readonly checks: readonly Check[];
};

export const decisionsOf = (release: string): readonly KeptDecision[] =>
  unpacked(release, 'decisions.jsonl')
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Puts the data of a release where its sandbox had them, with their key. */
export const unpackRelease = (release: string, folder: string): void => {
  const data = join(folder, 'pb_data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'data.db'), unpacked(release, 'data.db'));
  cpSync(join(release, 'storage'), join(data, 'storage'), { recursive: true });
  const known = readRelease(release);
  const secrets = {
    database_email: 'sandbox@example.com',
    database_password: secretFor('database'),
    jwt_secret: secretFor('signing'),
    client_id: 'sandbox-upgrade',
    client_secret: secretFor('the client of the sandbox'),
    data_keys: known.throw_away_data_keys,
    records_format: known.records_format,
    ledger_signing_key: known.throw_away_signing_key,
  };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets));
};
