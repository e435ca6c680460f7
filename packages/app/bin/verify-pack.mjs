#!/usr/bin/env node
// Verifies an evidence pack: its signer, that every byte is what was signed, that its ledger is one unbroken chain, and
// that the decision is in it and refers to the policy and the evidence of the pack. It needs Node 20, and no package.
// Readers who distrust the scripts of a pack take them from another source; without a folder it verifies its own:
//   node verify.mjs [folder] [--fingerprint <SHA-256 of the signer's public key, in hex>]
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const format = 'portcullis-evidence-pack/1';
const unlisted = ['MANIFEST.json', 'MANIFEST.sig', 'signer.pub.pem'];
const always = ['entries.jsonl', 'policy.json', 'profile.json', 'verify.mjs'];

/** The types of entries that contain a decision, and its fields in them. Older entries have fewer fields. */
const deciding = ['checks_completed', 'review_approved', 'review_declined'];
const decisive =
  'outcome decision_reasons policy policy_digest engine evidence_digest evidence_count attempt asked_steps'.split(' ');

/** Fails the check with a sentence. Any other error is unexpected, and fails the check as well. */
const must = (holds, sentence) => {
  if (!holds) throw new Error(sentence);
};

/** SHA-256 over bytes, or over a text, in hex. */
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The canonical JSON (RFC 8785) of a value that JSON.parse has returned: keys are sorted by UTF-16 code units, numbers
 * and strings are written as in ECMAScript. A string with a lone surrogate has no canonical form.
 */
export const canonical = (value) => {
  if (typeof value === 'number') must(Number.isFinite(value), 'a number is too large to be one');
  if (typeof value === 'string') must(value.isWellFormed(), 'a text is not Unicode');
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${canonical(key)}:${canonical(value[key])}`);
  return `{${pairs.join(',')}}`;
};

const digestOf = (value) => sha256(canonical(value));
const isSame = (one, other) => canonical(one ?? null) === canonical(other ?? null);

const bytesIn = (folder, path) => {
  try {
    return readFileSync(join(folder, path));
  } catch {
    throw new Error(`${path} is missing`);
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const jsonOf = (bytes, path) => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Error(`${path} is not JSON`);
  }
};

const jsonIn = (folder, path) => jsonOf(bytesIn(folder, path), path);

/** The paths of all files below a folder. Anything else there counts as a file, and then it is in no list. */
const filesBelow = (folder, prefix = '') =>
  readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? filesBelow(folder, `${prefix}${one.name}/`) : [`${prefix}${one.name}`],
  );

/** The public key of the signer, which must be in exactly the one format that packs use. */
const signerIn = (folder, pinned) => {
  const pem = bytesIn(folder, 'signer.pub.pem').toString('latin1');
  let key;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new Error('signer.pub.pem is not a public key');
  }
  must(key.asymmetricKeyType === 'ed25519', 'signer.pub.pem is not an Ed25519 key');
  must(key.export({ type: 'spki', format: 'pem' }) === pem, 'signer.pub.pem is not written as a public key is');
  const fingerprint = sha256(key.export({ type: 'spki', format: 'der' }));
  must(pinned === null || pinned === fingerprint, `the signer is another one: ${fingerprint}`);
  return { key, fingerprint };
};

const isListed = (one) =>
  isObject(one) &&
  /^(files\/)?[a-z0-9][a-z0-9.-]*$/.test(one.path) &&
  Number.isSafeInteger(one.size) &&
  /^[0-9a-f]{64}$/.test(one.sha256);

const manifestIn = (folder, { key, fingerprint }) => {
  const bytes = bytesIn(folder, 'MANIFEST.json');
  const signature = bytesIn(folder, 'MANIFEST.sig');
  must(signature.length === 64, 'MANIFEST.sig is not a signature of 64 bytes');
  must(verify(null, bytes, key, signature), 'MANIFEST.json is not what was signed (MANIFEST.sig)');
  const manifest = jsonOf(bytes, 'MANIFEST.json');
  must(isObject(manifest) && manifest.format === format, `MANIFEST.json is not of the form ${format}`);
  must(manifest.signer === fingerprint, 'MANIFEST.json names another signer');
  must(Array.isArray(manifest.files) && manifest.files.every(isListed), 'MANIFEST.json does not list files');
  must(isObject(manifest.head), 'MANIFEST.json does not say where the ledger ends');
  return manifest;
};

const checkFile = async (folder, { path, size, sha256: expected }) => {
  const digest = createHash('sha256');
  let length = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    length += chunk.length;
    digest.update(chunk);
  }
  must(length === size, `${path} has ${length} bytes and not ${size}`);
  must(digest.digest('hex') === expected, `${path} is not what was signed`);
};

const checkFiles = async (folder, { files }) => {
  const listed = files.map(({ path }) => path);
  const there = filesBelow(folder);
  must(new Set(listed).size === listed.length, 'MANIFEST.json lists a file twice');
  for (const path of always) must(listed.includes(path), `MANIFEST.json does not list ${path}`);
  for (const path of there) must(listed.includes(path) || unlisted.includes(path), `${path} was added`);
  for (const path of listed) must(there.includes(path), `${path} is missing`);
  for (const file of files) await checkFile(folder, file);
};

/** Verifies one entry of the chain; `walk` is the position before it. */
const step = (entry, walk, { id, salt }) => {
  const place = `entries.jsonl: entry ${walk.seq + 1}`;
  must(isObject(entry), `${place} is not an entry`);
  const { hash, personal, ...hashed } = entry;
  must(entry.profile_id === id, `${place} is of another profile`);
  must(entry.seq === walk.seq + 1, `${place} ${entry.seq > walk.seq + 1 ? 'is missing' : 'stands in the wrong place'}`);
  must(digestOf(hashed) === hash, `${place} is not what was hashed`);
  must(entry.prev_hash === walk.hash, `${place} does not point at the one before`);
  if (personal !== undefined) {
    must(typeof salt === 'string' && salt !== '', `${place} has personal data that nothing can be said of`);
    const digest = digestOf({ salt, value: personal });
    must(entry.personal_digest === digest, `${place}: what was written is not what was hashed`);
  }
  const moves = entry.kind === 'status_change';
  must(!moves || (entry.from ?? null) === walk.status, `${place} does not begin where the one before ended`);
  return { seq: entry.seq, hash, status: moves ? (entry.to ?? walk.status) : walk.status };
};

/** Reads the lines of a file as bytes, one at a time. */
async function* linesIn(path) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      yield rest.subarray(0, at);
      rest = rest.subarray(at + 1);
    }
  }
  if (rest.length > 0) yield rest;
}

/**
 * Verifies the chain, one entry at a time, and keeps the entries that the pack refers to: the decision and the files.
 */
const walkLedger = async (folder, profile, salt) => {
  let walk = { seq: 0, hash: '0'.repeat(64), status: null };
  const kept = { decision: null, files: new Map() };
  for await (const line of linesIn(join(folder, 'entries.jsonl'))) {
    const entry = jsonOf(line, `entries.jsonl: entry ${walk.seq + 1}`);
    walk = step(entry, walk, { id: profile.id, salt });
    if (entry.kind === 'status_change' && deciding.includes(entry.type)) kept.decision = entry;
    if (entry.type === 'file.added') kept.files.set(entry.data?.file_id, entry.data);
  }
  return { walk, kept };
};

const checkHead = ({ hash, seq, status }, profile, { head, profile_id: id }) => {
  must(profile.id === id, 'profile.json is of another profile than MANIFEST.json says');
  must(seq >= profile.version && seq >= head.seq, `entries.jsonl: entry ${seq + 1} is missing`);
  must(seq === profile.version && seq === head.seq, 'entries.jsonl has entries behind the head of the ledger');
  must(hash === profile.ledger_head && hash === head.hash, 'the ledger ends in another hash than is said of it');
  must(status === profile.status, 'the profile has another status than its ledger leads to');
};

/** Compares the decision of profile.json with its entry; returns the data of the entry. */
const checkDecision = (decision, entry) => {
  must(entry?.seq === decision?.seq, 'the decision is not the newest one of the ledger');
  if (entry === null) return null;
  const { data } = entry;
  const said = { ...decision, decision_reasons: decision.reasons };
  for (const name of decisive.filter((one) => Object.hasOwn(data, one))) {
    must(isSame(data[name], said[name]), `the decision has another ${name} than the ledger`);
  }
  must(entry.occurred_at === decision.at, 'the decision has another time than the ledger');
  must((data.reviewer ?? entry.actor.id) === decision.decided_by.id, 'somebody else decided than the ledger says');
  return data;
};

const checkPolicy = (policy, named, digest) => {
  must(policy.id === named.id && policy.version === named.version, 'policy.json is not the policy of the decision');
  must(digest === null || policy.digest === digest, 'policy.json has another digest than the ledger');
  if (policy.document === null) return false;
  must(digestOf(policy.document) === policy.digest, 'policy.json: the document is not the one of its digest');
  const { id, version } = policy.document;
  must(isSame({ id, version }, named), 'policy.json: the document is of another name');
  return true;
};

/** Recomputes the digest of the evidence behind the decision from the evidence of the pack, and compares it. */
const checkEvidence = ({ evidence }, { asked_steps, attempt, evidence_count, evidence_digest }) => {
  must(evidence.length >= evidence_count, 'personal.json: there is less evidence than was decided upon');
  const digest = digestOf({ evidence: evidence.slice(0, evidence_count), attempt, asked_steps });
  must(digest === evidence_digest, 'personal.json: the evidence is not what was decided upon');
};

const checkExplanation = (explanation, { decision: { at, outcome, seq }, id }) => {
  for (const [name, value] of Object.entries({ profile_id: id, seq, at, outcome })) {
    must(explanation[name] === value, `explanation.json has another ${name} than the decision`);
  }
};

/** An image must be the stored file of the evidence, and its original the uploaded file of the ledger. */
const checkPicture = (listed, { id, path }, entries, personal) => {
  const kept = listed.find((one) => one.path === path)?.sha256;
  must(kept !== undefined, `${path} is missing`);
  must(entries.has(id), `${path} is not in the ledger`);
  const found = personal?.evidence.find((item) => item.kind === 'file' && item.file.id === id);
  if (!found) return;
  const digest = digestOf({ salt: personal.salt, value: found.file.sha256 });
  must((found.contentSha256 ?? kept) === kept, `${path} is not the file of the evidence`);
  must(entries.get(id).digest === digest, `${path} is not the file of the ledger`);
};

/** The facts that the ledger does not have about a decision. */
const unknownOfDecision = (decision, recorded) => {
  if (!decision) return [];
  return ['evidence', 'policy']
    .filter((what) => !recorded[`${what}_digest`])
    .map((what) => `the ledger of that time holds no digest of the ${what}`);
};

const missingPictures = (files, pictures) => {
  if (pictures.length === 0) return ['pictures'];
  return files.length > pictures.length ? ['some pictures of the evidence'] : [];
};

/** Checks a pack. It reports each check in one line, and throws the first failure as a sentence. */
export const verifyPack = async (folder, pinned, say) => {
  const signer = signerIn(folder, pinned);
  const manifest = manifestIn(folder, signer);
  const whose = pinned === null ? ': whoever made this pack, give --fingerprint to know who' : ', as expected';
  say(`signer       ${signer.fingerprint}${whose}`);
  await checkFiles(folder, manifest);
  say(`files        ${manifest.files.length}, each as it was signed, and no other`);
  const has = (path) => manifest.files.some((one) => one.path === path);
  const profile = jsonIn(folder, 'profile.json');
  const personal = has('personal.json') ? jsonIn(folder, 'personal.json') : null;
  const { kept, walk } = await walkLedger(folder, profile, personal?.salt ?? null);
  checkHead(walk, profile, manifest);
  say(`ledger       profile ${profile.id}: ${walk.seq} entries, an unbroken chain that leads to ${walk.status}`);

  const { decision } = profile;
  const recorded = checkDecision(decision, kept.decision);
  if (decision) say(`decision     ${decision.outcome}, entry ${decision.seq} of the ledger, ${decision.at}`);
  const policy = jsonIn(folder, 'policy.json');
  const digest = recorded?.policy_digest ?? null;
  const isWhole = checkPolicy(policy, decision?.policy ?? profile.policy, digest);
  if (isWhole) say(`policy       ${policy.id} ${policy.version}${digest ? ', as the decision names it' : ''}`);
  if (decision && has('explanation.json')) {
    checkExplanation(jsonIn(folder, 'explanation.json'), profile);
    say('explanation  of this decision');
  }
  if (decision && personal && personal.evidence.length > 0) {
    checkEvidence(personal, decision);
    say(`evidence     ${decision.evidence_count} pieces, the ones that were decided upon`);
  }
  const pictures = profile.files.filter(({ path }) => path !== null);
  for (const picture of pictures) checkPicture(manifest.files, picture, kept.files, personal);
  if (pictures.length > 0) say(`pictures     ${pictures.length}, in the ledger of this profile`);

  const unknown = [
    ...unknownOfDecision(decision, recorded),
    ...(isWhole ? [] : ['the document of the policy']),
    ...(personal ? [] : ['personal data']),
    ...missingPictures(profile.files, pictures),
  ];
  if (unknown.length > 0) say(`not here     ${unknown.join('; ')}`);
};

const main = async (args) => {
  const say = (line) => process.stdout.write(`${line}\n`);
  const at = args.indexOf('--fingerprint');
  const pinned = at < 0 ? null : (args[at + 1] ?? '');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  const [folder = dirname(fileURLToPath(import.meta.url))] = rest;
  if (rest.length > 1 || folder.startsWith('-') || !/^[0-9a-f]{64}$/.test(pinned ?? '0'.repeat(64))) {
    process.stderr.write('Usage: node verify.mjs [folder] [--fingerprint <64 hex characters>]\n');
    process.exitCode = 64;
    return;
  }
  process.exitCode = 1;
  try {
    await verifyPack(folder, pinned, say);
    say('OK');
    process.exitCode = 0;
  } catch (cause) {
    say(`FAILED       ${cause.message}`);
  }
};

const [, started = '', ...args] = process.argv;
if (started !== '' && realpathSync(started) === fileURLToPath(import.meta.url)) await main(args);
