// A PostgreSQL of the bench: with the settings that it has of itself, so that a commit is on the disk before it
// answers.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, postgresClient } from '@portcullis/adapter-postgres';
import { findPostgres, startPostgres } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { watchProcess } from './processes.mjs';

/** The folders with data, which a signal that ends this process must not leave behind. */
const folders = new Set();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const databaseName = 'postgres';

const makeSchema = async (url) => {
  const client = postgresClient({ url });
  const made = await migrate(client)();
  await client.close();
  if (E.isLeft(made)) throw new Error(`the schema could not be made: ${made.left.cause}`);
};

/** Starts a PostgreSQL over a new folder, with the schema of this build. */
export const startPostgresDatabase = async () => {
  const programs = findPostgres(process.env['POSTGRES_BIN']);
  if (programs === null) throw new Error('There is no PostgreSQL: POSTGRES_BIN names the folder of its programs');
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-bench-postgres-'));
  folders.add(folder);
  const server = await startPostgres({ programs, folder, user: 'bench', password: null });
  const watch = watchProcess('PostgreSQL', server.exited);
  const stop = async () => {
    watch.release();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  const url = server.urlOf(databaseName);
  try {
    await makeSchema(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { engine: 'postgres', url, pid: server.pid, stop };
};
