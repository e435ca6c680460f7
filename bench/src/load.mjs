// One round of load on one target. autocannon keeps no 95th percentile, so every answer's time is kept here.
import autocannon from 'autocannon';
import { processorSeconds } from './processes.mjs';

export const connections = 10;

/** So many bodies are made for each second of a round: enough, however fast the machine. */
const perSecond = 3000;

/** How often the load generator looks whether a round is over. */
const sampleMs = 50;

const runLoad = (target, seconds) =>
  new Promise((resolve, reject) => {
    const { url, method = 'GET', headers = {}, body, bodies, expect } = target;
    const times = [];
    const unexpected = new Map();
    const request = { method, headers, ...(body !== undefined && { body }) };
    const newBodies = { setupRequest: (given) => ({ ...given, body: bodies() }) };
    const requests = [bodies ? { ...request, ...newBodies } : request];
    const options = { url, connections, duration: seconds, sampleInt: sampleMs, requests };
    let [first, last] = [0, 0];
    const usedBefore = processorSeconds(target.pid);
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error);
      if (result.errors > 0 || unexpected.size > 0) {
        const seen = [...unexpected].map(([status, times]) => `${status} (${times} times)`).join(', ');
        return reject(new Error(`${target.name}: ${result.errors} errors, answers other than ${expect}: ${seen}`));
      }
      const used = processorSeconds(target.pid);
      const processorUs = used === null ? null : ((used - usedBefore) * 1e6) / times.length;
      resolve({ rate: ((times.length - 1) * 1000) / (last - first), times, processorUs });
    });
    run.on('response', (_client, status, _bytes, ms) => {
      last = performance.now();
      if (first === 0) first = last;
      if (status === expect) times.push(ms);
      else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    });
  });

/**
 * A target is `{ name, url, method?, headers?, body?, bodies?, prepare?, expect }`: `bodies` returns a new body for each
 * request, made by `prepare` before the clock runs; `pid` is of the process that answers; `expect` is the status that every
 * answer must have. A round with one answer of another kind is not a measurement.
 */
export const oneRound = async (target, seconds) => {
  await target.prepare?.(Math.ceil(seconds * perSecond));
  return runLoad(target, seconds);
};

/** Rounds of every target in turn, `A B A B`, so that what else the machine does meets all of them alike. */
export const alternating = async (targets, { rounds, seconds, warmSeconds }) => {
  if (warmSeconds > 0) for (const target of targets) await oneRound(target, warmSeconds);
  const measured = targets.map((target) => ({ name: target.name, rates: [], times: [], processorUs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    // Every other round begins at the other end, so that none is always the one that finds the machine warm.
    const order = targets.map((_, i) => (round % 2 === 0 ? i : targets.length - 1 - i));
    for (const i of order) {
      const { rate, times, processorUs } = await oneRound(targets[i], seconds);
      measured[i].rates.push(rate);
      if (processorUs !== null) measured[i].processorUs.push(processorUs);
      for (const ms of times) measured[i].times.push(ms);
    }
  }
  return measured;
};
