// How long a back-test of a draft takes over many decisions: by one process, by two at once, and by one that is killed
// half-way and called again, which finds the same.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { standardPolicy } from '@portcullis/domain';
import { runCommand, startCommand } from '../commands/command.mjs';
import { sizeOf } from '../engines/fill-plan.mjs';
import { fillPostgres, settingsForFill } from '../engines/fill-postgres.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { row, sayEvery } from '../report.mjs';
import { rounded } from '../statistics.mjs';
import { processorShares } from '../system/share.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { profiles: 50_000 },
  short: { profiles: 5000 },
  smoke: { profiles: 256 },
};

/** The policy under which everybody was decided, with a stricter comparison of faces. */
const draft = {
  ...standardPolicy({ livenessThreshold: 75, specimens: true }),
  id: 'bench',
  version: 'draft',
  faceMatch: { pass: 95, review: 80 },
};

const pollMs = 10;

/** How many profiles a part has done, as its state says; 0 where it has none yet. */
const profilesDone = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, 'part-1-of-1.json'), 'utf8')).counts?.totals.profiles ?? 0;
  } catch {
    return 0;
  }
};

/** Kills a command when it has done half of the profiles; answers whether it still ran then. */
const killAtHalf = async ({ ended, kill }, folder, size) => {
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  while (!isOver && profilesDone(folder) < size / 2) await sleep(pollMs);
  kill();
  await over;
  return (await ended).code === null;
};

const processorOf = (runs) => runs.reduce((sum, { used }) => sum + used.processorSeconds, 0);
const peakOf = (runs) => Math.max(...runs.map(({ used }) => used.peakMiB));

const measured = (size, seconds, runs) => ({
  seconds: rounded(seconds, 1),
  decisions_per_second: rounded(size / seconds, 0),
  processor_us: rounded((processorOf(runs) / size) * 1e6, 0),
  peak_mib: rounded(peakOf(runs), 0),
});

/** The commands of a back-test over a filled database. */
const backTestOf = (database, key, folder) => {
  const file = join(folder, 'draft.json');
  writeFileSync(file, JSON.stringify(draft));
  const env = { DATABASE_URL: database.url, DATA_KEYS: `bench:${key}` };
  const argsOf = (state, ...more) => ['replay', '--policy', file, '--state', join(folder, state), ...more];
  return {
    folderOf: (state) => join(folder, state),
    start: (state, shard) => startCommand(argsOf(state, '--shard', shard), env),
    run: (state, shard, group) => runCommand(argsOf(state, '--shard', shard), env, group),
    report: async (state) => {
      const { lines } = await runCommand(argsOf(state, '--json'), env);
      return lines.filter(({ isResult }) => isResult).map(({ text }) => text);
    },
  };
};

/** The part of a processor that each process of a back-test has. */
const share = 0.4;

/**
 * Groups in which each process has the same part of a processor, so that what two of them do is limited neither by how
 * many processors there are, nor by what else the machine does; none where no group can be made. The database, which
 * has no limit, gets whatever it needs.
 */
const groupsFor = (use) => {
  const groups = processorShares(use, [share, share]);
  console.log(
    `  one and two processes have ${groups === null ? 'all they can get' : `${share * 100} %`} of a processor each`,
  );
  return groups ?? [];
};

const inParts = async (backTest, state, of, groups) => {
  const began = performance.now();
  const parts = Array.from({ length: of }, (_, n) => backTest.run(state, `${n + 1}/${of}`, groups[n]));
  const runs = await Promise.all(parts);
  return { runs, seconds: (performance.now() - began) / 1000 };
};

/** A run that is killed, and the one that goes on: what both took together. */
const interrupted = async (backTest, state, size, isStrict) => {
  const began = performance.now();
  const first = backTest.start(state, '1/1');
  const wasKilled = await killAtHalf(first, backTest.folderOf(state), size);
  if (isStrict && !wasKilled) throw new Error('the process had ended before it was killed');
  const before = profilesDone(backTest.folderOf(state));
  const runs = [await backTest.run(state, '1/1')];
  return { runs, seconds: (performance.now() - began) / 1000, before };
};

/** Every report says the same, line by line. */
const ensureSame = ([first, ...others]) => {
  for (const other of others) {
    const at = Array.from({ length: Math.max(first.length, other.length) }, (_, n) => n).find(
      (n) => first[n] !== other[n],
    );
    if (at === undefined) continue;
    const both = `${first.length} lines: ${first[at]}\n${other.length} lines: ${other[at]}`;
    throw new Error(`the back-tests have found different things, from line ${at + 1} on:\n${both}`);
  }
};

/** What a report says at its end, which has to be of every profile. */
const summaryOf = (report, size) => {
  const { decisions, changed, unjudged } = JSON.parse(report.at(-1));
  if (decisions !== size || changed === 0 || unjudged > 0)
    throw new Error(`${decisions} decisions of ${size}, ${changed} would change, ${unjudged} could not be judged`);
  return { decisions, changed };
};

export const run = ({ profiles }, { grow }) =>
  withCleanup(async (use) => {
    const size = sizeOf(grow ?? profiles);
    const key = randomBytes(32).toString('base64');
    const isStrict = size > plans.smoke.profiles;
    const groups = groupsFor(use);
    const database = use(await startPostgresDatabase(settingsForFill));
    const began = performance.now();
    const { bytes, entries } = await fillPostgres(database, key, size, sayEvery(size), 'decided');
    const fillSeconds = rounded((performance.now() - began) / 1000, 1);
    const gigabytes = rounded(bytes / 2 ** 30, 2);
    console.log(`  ${size} profiles, ${entries} entries, ${gigabytes} GB, in ${fillSeconds} s`);
    const backTest = backTestOf(database, key, use(temporaryFolder()).path);

    const one = await inParts(backTest, 'one', 1, groups);
    const two = await inParts(backTest, 'two', 2, groups);
    const killed = await interrupted(backTest, 'killed', size, isStrict);
    const reports = [];
    for (const state of ['one', 'two', 'killed']) reports.push(await backTest.report(state));
    ensureSame(reports);
    const { changed } = summaryOf(reports[0], size);

    const results = Object.fromEntries(
      Object.entries({ one, two, killed }).map(([name, { runs, seconds }]) => [name, measured(size, seconds, runs)]),
    );
    const speedUp = rounded(one.seconds / two.seconds, 2);
    console.log(row(['', 'seconds', 'a second', 'CPU us each', 'peak MiB'], 32));
    const named = { one: 'one process', two: 'two processes', killed: 'killed half-way and resumed' };
    for (const [name, { seconds, decisions_per_second: rate, processor_us: us, peak_mib: peak }] of Object.entries(
      results,
    ))
      console.log(row([named[name], seconds, rate, name === 'killed' ? '' : us, peak], 32));
    console.log(`\n  two processes were ${speedUp} times as fast as one; ${changed} of ${size} decisions would change`);
    console.log(`  the one that was killed had done ${killed.before}; all three have found the same`);
    const limited = groups.length > 0 ? share : null;
    return {
      size,
      entries,
      gigabytes,
      share: limited,
      fill_seconds: fillSeconds,
      changed,
      speed_up: speedUp,
      ...results,
    };
  });
