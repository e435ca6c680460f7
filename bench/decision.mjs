// `node bench/decision.mjs`, after a build: what a decision costs, beside the digest of the evidence that is kept with
// it (canonical JSON and SHA-256), and what explaining it costs; and how large both are. Rounds alternate.
import { cpus } from 'node:os';
import { decisionEngineVersion, evidenceDigest, policyDigest } from '../packages/domain/dist/checks.js';
import { decide, standardPolicy } from '../packages/domain/dist/index.js';
import { recordedCheck } from '../packages/domain/dist/profile.js';
import { explain } from '../packages/explain/dist/index.js';
import { cases, now } from './src/decision-cases.mjs';

const policy = standardPolicy({ livenessThreshold: 75, specimens: true });
const rounds = 15;
/** How much of the processor's time a round takes of each thing that is measured. */
const roundUs = 60_000;

const processorUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Microseconds of the processor a call, as often as fits into a round: what else the machine does is not counted. */
const measure = (call) => {
  const began = processorUs();
  let calls = 0;
  do {
    call();
    calls += 1;
  } while (processorUs() - began < roundUs);
  return (processorUs() - began) / calls;
};

/** The decision as the profile keeps it, and as its ledger does. */
const recordsOf = (file, { outcome, reasons, checks }) => {
  const basis = {
    evidenceDigest: evidenceDigest(file),
    evidenceCount: file.evidence.length,
    attempt: 1,
    askedSteps: null,
  };
  const madeBy = { policyDigest: policyDigest(policy), engine: decisionEngineVersion };
  const ref = { id: policy.id, version: policy.version };
  const decidedBy = { type: 'system', id: 'portcullis' };
  const decision = {
    outcome,
    reasons,
    policy: ref,
    ...madeBy,
    ...basis,
    decidedBy,
    seq: 12,
    at: now,
  };
  const recorded = {
    seq: 12,
    at: now,
    decidedBy,
    outcome,
    reasons,
    policy: ref,
    ...madeBy,
    basis,
  };
  const inLedger = {
    ...recorded,
    checks: checks.map(recordedCheck),
    status: 'in_review',
    statusReasons: [],
    review: null,
  };
  return { decision: { ...decision, checks }, inLedger };
};

const bytes = (value) => new TextEncoder().encode(JSON.stringify(value)).length;

const row = (cells) =>
  `${cells[0].padEnd(48)}${cells
    .slice(1)
    .map((cell) => String(cell).padStart(12))
    .join('')}`;

const main = () => {
  console.log(`Node ${process.version}, ${cpus().length} cores; us a call, the quickest of ${rounds} rounds\n`);
  console.log(row(['', 'decide', 'digest', 'ratio', 'explain', 'kept bytes', 'explained']));
  for (const [name, file] of Object.entries(cases)) {
    const { decision, inLedger } = recordsOf(file, decide(policy, file, now));
    const subject = { id: file.profileId, evidence: file.evidence, language: 'en' };
    const calls = {
      decide: () => decide(policy, file, now),
      digest: () => evidenceDigest(file),
      explain: () => explain(policy, subject, inLedger),
    };
    const times = { decide: [], digest: [], explain: [] };
    for (let round = 0; round <= rounds; round += 1) {
      const order = round % 2 === 0 ? Object.keys(calls) : Object.keys(calls).reverse();
      const found = Object.fromEntries(order.map((what) => [what, measure(calls[what])]));
      // The first round warms up.
      if (round === 0) continue;
      for (const what of order) times[what].push(found[what]);
    }
    const explanation = explain(policy, subject, inLedger);
    if (!explanation.reproduced) throw new Error(`${name}: ${explanation.why}`);
    // What else the machine does can only add: the quickest round is the nearest to the truth.
    const us = (what) => Math.min(...times[what]).toFixed(0);
    const sizes = [bytes(decision), bytes(explanation)];
    console.log(
      row([
        `${name} (${decision.outcome})`,
        us('decide'),
        us('digest'),
        (us('decide') / us('digest')).toFixed(1),
        us('explain'),
        ...sizes,
      ]),
    );
  }
};

main();
