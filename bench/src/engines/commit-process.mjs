// One of the processes that commit: it makes changes of profiles of its own as the stores do, and sends them over so
// many connections, to one engine at a time.
import { E } from '@portcullis/domain';
import {
  changed,
  done,
  driverOf,
  keyringFrom,
  lookAt,
  newProfile,
  note,
  recordingStores,
  storesOver,
} from './stores.mjs';

const connections = 16;

/** A profile takes 500 changes at most. */
const maxVersion = 450;

const openEngine = async ({ name, database, cteWrites }, keyring) => {
  const { driver, close } = driverOf(database, { connections, cteWrites });
  const { stores, writesOf } = recordingStores(driver, keyring);
  const real = storesOver(driver, keyring);
  // The keys of the service are made with the first profile.
  await done(real.profiles.insert(newProfile(`first-${name}-${process.pid}`, 'bench'), null));
  const profiles = Array.from({ length: connections }, () => null);
  const waiting = Array.from({ length: connections }, () => []);

  const makeOne = async (connection, n) => {
    let profile = profiles[connection];
    if (profile === null || profile.version > maxVersion) {
      const opened = newProfile(`${name}-${process.pid}-${connection}-${n}`, 'bench');
      // A new profile is not what is measured: it is written at once.
      await done(real.profiles.insert(opened, null));
      profile = opened.profile;
    }
    const change = changed(profile, note(n));
    profiles[connection] = change.profile;
    waiting[connection].push(await writesOf(stores.profiles.commit(change)));
  };
  return {
    close,
    real,
    prepare: async (count) => {
      for (const [connection, changes] of waiting.entries())
        while (changes.length < count) await makeOne(connection, changes.length);
    },
    /** Sends changes for so long, or until they are all sent. */
    run: async (seconds) => {
      const began = performance.now();
      const until = began + 1000 * seconds;
      let count = 0;
      let last = began;
      const send = async (changes) => {
        while (changes.length > 0 && performance.now() < until) {
          const sent = await driver.transaction(changes.shift())();
          if (E.isLeft(sent)) throw new Error(`${name} answered ${JSON.stringify(sent.left)}`);
          count += 1;
          last = performance.now();
        }
      };
      await Promise.all(waiting.map(send));
      const isEmpty = waiting.some((changes) => changes.length === 0);
      return { count, elapsedMs: last - began, isEmpty };
    },
  };
};

/** Writers of one profile, each until it has made so many changes; a conflict is tried again from a new read. */
const contend = async ({ profiles }, { id, writers, changes }) => {
  let made = 0;
  let conflicts = 0;
  const write = async () => {
    for (let left = changes; left > 0; ) {
      const profile = await done(profiles.getAny(id));
      const action = { type: profile.legalHold === undefined ? 'hold' : 'release', note: 'bench' };
      const committed = await profiles.commit(changed(profile, action))();
      if (E.isRight(committed)) {
        left -= 1;
        made += 1;
      } else if (committed.left._tag === 'VersionConflict') conflicts += 1;
      else throw new Error(`a writer was answered ${JSON.stringify(committed.left)}`);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return { made, conflicts };
};

const keyring = keyringFrom(process.env['BENCH_KEY']);
const engines = new Map();

const orders = {
  open: async ({ engine }) => void engines.set(engine.name, await openEngine(engine, keyring)),
  prepare: ({ name, count }) => engines.get(name).prepare(count),
  run: ({ name, seconds }) => engines.get(name).run(seconds),
  create: async ({ name }) => {
    const opened = newProfile(`contended-${process.pid}-${Date.now()}`, 'bench');
    await done(engines.get(name).real.profiles.insert(opened, null));
    return opened.profile.id;
  },
  contend: ({ name, ...order }) => contend(engines.get(name).real, order),
  lookAt: ({ name, id }) => lookAt(engines.get(name).real, id),
};

process.on('message', async ({ order, ...details }) => {
  try {
    process.send({ answer: await orders[order](details) });
  } catch (error) {
    process.send({ failed: error.stack });
  }
});
process.once('disconnect', () => process.exit());
