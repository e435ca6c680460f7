import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

/** V8's minor collection, which a program has with a flag alone. */
const minorCollection = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect !== 'function') throw new Error('V8 exposes no collection');
  return () => void Reflect.apply(collect, undefined, [{ type: 'minor' }]);
};

const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

const count = 3000;
const atOnce = 16;
const betweenCollections = 150;
const numbers = 1000;

/**
 * Adds objects to a collection and removes each soon, and answers which share of them minor collections have left: an
 * object that outlives two of them stays until the next major one.
 */
const outlivingShare = (add: (item: () => void) => () => void): number => {
  const collect = minorCollection();
  const open: (() => void)[] = [];
  const begin = (): void => {
    const held = new Array<number>(numbers).fill(0.5);
    open.push(add(() => void held.reverse()));
  };
  collect();
  collect();
  const before = oldBytes();
  for (let at = 1; at <= count; at += 1) {
    begin();
    if (open.length > atOnce) open.shift()?.();
    if (at % betweenCollections === 0) collect();
  }
  return (oldBytes() - before) / (count * numbers * 8);
};

const { name, specifier } = workerData;
parentPort?.postMessage(outlivingShare((await import(specifier))[name]().add));
