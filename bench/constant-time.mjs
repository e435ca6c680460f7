// `node bench/constant-time.mjs [--runs 5]`, after a build: whether the time that a client's authentication takes tells
// anything of its id or of how much of its secret was right. Welch's t-test over 400,000 samples a comparison; it does
// from |t| = 4.5 on.
import { randomBytes, randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { clientRegistry } from '../packages/adapters/jose/dist/index.js';
import { welch } from './src/welch.mjs';

const samples = 400_000;
const limit = 4.5;
/** Taken and thrown away: until then the machine learns the code. */
const warmUp = 20_000;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });

const hex = (bytes) => randomBytes(bytes).toString('hex');
const clients = Array.from({ length: 8 }, () => ({
  clientId: `client-${hex(8)}`,
  clientSecret: hex(32),
  tenant: { partnerId: 'bench', teamId: null },
  scopes: ['profiles:read'],
}));

/**
 * Draws all that either class needs, whichever it is: how an input was made must not show in what is measured after it.
 */
const drawInput = () => ({ client: clients[randomInt(clients.length)], id: `client-${hex(8)}`, secret: hex(32) });

const other = (letter) => (letter === '0' ? '1' : '0');
/** A text of its own, as it comes from a request: not one that the process has compared before. */
const newString = (text) => Buffer.from(text, 'utf8').toString('utf8');

const wrongAt =
  (place) =>
  ({ client: { clientId, clientSecret } }) => {
    const at = place < 0 ? clientSecret.length + place : place;
    return [clientId, clientSecret.slice(0, at) + other(clientSecret[at]) + clientSecret.slice(at + 1)];
  };

const knownId = ({ client, secret }) => [client.clientId, secret];
const unknownId = ({ id, secret }) => [id, secret];

/** Two classes of wrong credentials that nobody must be able to tell from each other by the clock. */
const comparisons = {
  'a wrong first letter, a wrong last one': [wrongAt(0), wrongAt(-1)],
  'a known client, an unknown one': [knownId, unknownId],
  // Both classes are the same: what the machine alone comes to.
  'nothing at all': [knownId, knownId],
};

/** Nanoseconds of each sample, the classes in a random order. */
const measure = async (registry, classes) => {
  const times = [[], []];
  for (let n = -warmUp; n < samples; n += 1) {
    const which = randomInt(2);
    const [id, secret] = classes[which](drawInput()).map(newString);
    const task = registry.authenticate({ clientId: id, clientSecret: secret });
    const began = process.hrtime.bigint();
    // All of the work is done before the promise is there.
    const answer = task();
    const elapsed = Number(process.hrtime.bigint() - began);
    const { _tag } = await answer;
    if (_tag !== 'Left') throw new Error('wrong credentials were taken');
    if (n >= 0) times[which].push(elapsed);
  }
  return times;
};

const main = async () => {
  console.log(
    `Node ${process.version}, ${cpus().length} cores; ${samples.toLocaleString('en')} samples a run, |t| < ${limit}\n`,
  );
  const registry = clientRegistry(clients, { audiences: [], clock: { now: Date.now } });
  for (const [name, classes] of Object.entries(comparisons)) {
    const runs = [];
    for (let run = 0; run < Number(values.runs); run += 1) runs.push(welch(...(await measure(registry, classes))));
    const tValues = runs.map(({ t }) => t.toFixed(2).padStart(6)).join(' ');
    const [{ difference, mean }] = runs;
    const ratio = `${difference.toFixed(1)} ns of ${mean.toFixed(0)} ns`;
    const passed = runs.filter(({ t }) => Math.abs(t) < limit).length;
    console.log(`${name}\n  t: ${tValues}; ${passed} of ${runs.length} runs under ${limit}; in the first, ${ratio}`);
    if (passed < runs.length) process.exitCode = 1;
  }
};

await main();
