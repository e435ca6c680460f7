import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { E } from '@portcullis/domain';
import { decode, oneOf, statuses, t } from '@portcullis/domain/kernel';
import { secretFor } from '../builders/secrets.ts';
import { root } from '../repository/files.ts';

const fixtures = join(root, 'test/fixtures/releases');

/** The ids of what the partner and a member of staff have made. */
const Made = t.type({
  webhook_endpoint: t.string,
  claimed_profile: t.string,
  list_entry: t.string,
  client: t.string,
  policy_draft: t.string,
});

/**
 * What `tools/keep-release.mjs` says of a data folder: the profiles with the states that they had, in their order, and
 * where the release had staff, the password of the member `staff` and what was made.
 */
const Release = t.intersection([
  t.type({
    commit: t.string,
    throw_away_data_keys: t.union([t.string, t.null]),
    profiles: t.array(t.type({ id: t.string, status: oneOf(statuses) })),
  }),
  t.partial({ throw_away_password: t.string, made: Made }),
]);
export type Release = t.TypeOf<typeof Release>;

/** The names of the kept data folders, the oldest first. */
export const releaseNames: readonly string[] = readdirSync(fixtures).toSorted();

export const readRelease = (name: string): Release => {
  const known = decode(Release, JSON.parse(readFileSync(join(fixtures, name, 'release.json'), 'utf8')));
  if (E.isLeft(known)) throw new Error(`the release ${name} is not described: ${JSON.stringify(known.left)}`);
  return known.right;
};

/** Puts a kept data folder where a sandbox of the release had it, with the key of its data. */
export const unpackRelease = (name: string, folder: string): void => {
  const data = join(folder, 'pb_data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'data.db'), brotliDecompressSync(readFileSync(join(fixtures, name, 'data.db.br'))));
  cpSync(join(fixtures, name, 'storage'), join(data, 'storage'), { recursive: true });
  const { throw_away_data_keys: dataKeys } = readRelease(name);
  const secrets = {
    database_email: 'sandbox@example.com',
    database_password: secretFor('database'),
    jwt_secret: secretFor('signing'),
    client_id: 'sandbox-upgrade',
    client_secret: secretFor('the client of the sandbox'),
    ...(dataKeys !== null && { data_keys: dataKeys }),
  };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets));
};
