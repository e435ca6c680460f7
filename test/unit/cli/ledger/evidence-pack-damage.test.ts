import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Profile } from '@portcullis/domain';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import { runs } from '../../../support/effort.ts';
import { between, randomOf } from '../../../support/generators/seeded-random.ts';
import { root } from '../../../support/repository/files.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { filesOf, rewriteFile, signPack, verifierVerdict } from '../../../support/services/evidence-packs.ts';
import { aJourney, runLedgerCommand } from '../../../support/services/ledger-journeys.ts';

const script = pathToFileURL(join(root, 'packages/app/bin/verify-pack.mjs')).href;

describe('an evidence pack that was changed', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let folder: string;
  let pack: string;
  let profile: Profile;
  let fingerprint: string;
  let copies = 0;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-damage-'));
    pack = join(folder, 'pack');
    const env = environmentOf(database().url);
    profile = await aJourney(database(), { scenario: 'review_face_borderline' });
    const args = ['--profile', profile.id, '--out', pack, '--personal', '--files'];
    expect((await runLedgerCommand(env, 'export', ...args)).code).to.equal(0);
    fingerprint = (await runLedgerCommand(env, 'key')).lines.at(-1)?.replace('fingerprint ', '') ?? '';
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a copy of the pack, and changes it. */
  const changed = (how: (copy: string) => void): string => {
    copies += 1;
    const copy = join(folder, `copy-${copies}`);
    cpSync(pack, copy, { recursive: true });
    how(copy);
    return copy;
  };

  const lines = (change: (all: readonly string[]) => readonly string[]) => (copy: string) =>
    rewriteFile(copy, 'entries.jsonl', (text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`);
  const json = (path: string, change: (value: Record<string, unknown>) => object) => (copy: string) =>
    rewriteFile(copy, path, (text) => JSON.stringify(change(JSON.parse(text))));

  const picture = (copy: string): string => filesOf(copy).find((path) => path.startsWith('files/')) ?? '';

  it('verifies before any change', async () => {
    expect(await verifierVerdict(pack, '--fingerprint', fingerprint)).to.deep.equal([0, 'OK']);
    expect(await verifierVerdict(changed(() => undefined))).to.deep.equal([0, 'OK']);
  });

  /** As `verifierVerdict`, in this process: to start Node takes ten times as long as to verify. */
  const verdictOf = async (copy: string): ReturnType<typeof verifierVerdict> => {
    const { verifyPack } = await import(script);
    return verifyPack(copy, null, () => undefined).then(
      () => [0, 'OK'],
      (cause: Error) => [1, cause.message],
    );
  };

  const swap = (all: readonly string[]) => all.map((line, at) => all[at === 3 ? 4 : at === 4 ? 3 : at] ?? line);

  /** A change of the files without a new signature, and the message that names the file. */
  const unsigned: readonly (readonly [what: string, how: (copy: string) => void, says: RegExp])[] = [
    [
      'a changed byte of the ledger',
      lines((all) => all.map((line) => line.replace('"created"', '"Created"'))),
      /^entries\.jsonl is not what was signed$/,
    ],
    ['an entry that is gone', lines((all) => all.toSpliced(3, 1)), /^entries\.jsonl has \d+ bytes and not \d+$/],
    ['two swapped entries', lines(swap), /^entries\.jsonl is not what was signed$/],
    ['an entry that was added', lines((all) => [...all, ...all.slice(-1)]), /^entries\.jsonl has \d+ bytes/],
    ['another policy', json('policy.json', (policy) => ({ ...policy, version: '9' })), /^policy\.json has \d+ bytes/],
    [
      'a file that was cut off',
      (copy) => truncateSync(join(copy, picture(copy)), 100),
      /^files\/[a-z0-9]+\.jpg has 100 bytes and not \d+$/,
    ],
    ['a file that was added', (copy) => writeFileSync(join(copy, 'note.txt'), 'x'), /^note\.txt was added$/],
    [
      'a picture that was added',
      (copy) => writeFileSync(join(copy, 'files', 'x.jpg'), 'x'),
      /^files\/x\.jpg was added$/,
    ],
    ['a file that is gone', (copy) => unlinkSync(join(copy, 'policy.json')), /^policy\.json is missing$/],
    ['a manifest that is gone', (copy) => unlinkSync(join(copy, 'MANIFEST.json')), /^MANIFEST\.json is missing$/],
    [
      'a manifest of other words',
      (copy) => rewriteFile(copy, 'MANIFEST.json', (text) => `${text} `),
      /^MANIFEST\.json is not what was signed \(MANIFEST\.sig\)$/,
    ],
    [
      'a signature that was cut off',
      (copy) => truncateSync(join(copy, 'MANIFEST.sig'), 63),
      /^MANIFEST\.sig is not a signature of 64 bytes$/,
    ],
    [
      'a key with a line more',
      (copy) => rewriteFile(copy, 'signer.pub.pem', (text) => `${text}\n`),
      /^signer\.pub\.pem is not written as a public key is$/,
    ],
  ];

  for (const [at, [what, how, says]] of unsigned.entries()) {
    it(`is rejected for ${what}, by its name`, async () => {
      const [code, said] = await (at === 0 ? verifierVerdict : verdictOf)(changed(how));
      expect(code).to.equal(1);
      expect(said).to.match(says);
    });
  }

  const personal = (change: (value: Record<string, unknown>) => object) => json('personal.json', change);

  /** A change that is signed again with another key, and the inconsistency that is found. */
  const forged: readonly (readonly [what: string, how: (copy: string) => void, says: RegExp])[] = [
    ['an entry that is gone', lines((all) => all.toSpliced(3, 1)), /^entries\.jsonl: entry 4 is missing$/],
    ['two swapped entries', lines(swap), /^entries\.jsonl: entry 4 is missing$/],
    [
      'an entry twice',
      lines((all) => all.toSpliced(4, 0, all[3] ?? '')),
      /^entries\.jsonl: entry 5 stands in the wrong place$/,
    ],
    [
      'a changed entry',
      lines((all) => all.with(4, (all[4] ?? '').replace('"type":"', '"type":"x'))),
      /^entries\.jsonl: entry 5 is not what was hashed$/,
    ],
    [
      'a note of other words',
      lines((all) => all.map((line) => line.replace('by her chin', 'by her nose'))),
      /^entries\.jsonl: entry \d+: what was written is not what was hashed$/,
    ],
    ['a ledger without its end', lines((all) => all.slice(0, -1)), /^entries\.jsonl: entry \d+ is missing$/],
    [
      'another status',
      json('profile.json', (value) => ({ ...value, status: 'declined' })),
      /^the profile has another status than its ledger leads to$/,
    ],
    [
      'another profile',
      json('profile.json', (value) => ({ ...value, id: 'someoneelse0000' })),
      /^entries\.jsonl: entry 1 is of another profile$/,
    ],
    [
      'another outcome',
      json('profile.json', (value) => ({ ...value, decision: { ...Object(value['decision']), outcome: 'decline' } })),
      /^the decision has another outcome than the ledger$/,
    ],
    [
      'an older decision',
      json('profile.json', (value) => ({ ...value, decision: { ...Object(value['decision']), seq: 5 } })),
      /^the decision is not the newest one of the ledger$/,
    ],
    [
      'no decision',
      json('profile.json', (value) => ({ ...value, decision: null })),
      /^the decision is not the newest one of the ledger$/,
    ],
    [
      'another policy',
      json('policy.json', (value) => ({ ...value, document: { ...Object(value['document']), minimumAge: 0 } })),
      /^policy\.json: the document is not the one of its digest$/,
    ],
    [
      'a policy of another name',
      json('policy.json', (value) => ({ ...value, version: '1' })),
      /^policy\.json is not the policy of the decision$/,
    ],
    [
      'evidence that was changed',
      personal((value) => ({ ...value, evidence: [...Object(value['evidence'])].reverse() })),
      /^personal\.json: the evidence is not what was decided upon$/,
    ],
    [
      'evidence that is gone',
      personal((value) => ({ ...value, evidence: [...Object(value['evidence'])].slice(0, 3) })),
      /^personal\.json: there is less evidence than was decided upon$/,
    ],
    [
      'another explanation',
      json('explanation.json', (value) => ({ ...value, outcome: 'decline' })),
      /^explanation\.json has another outcome than the decision$/,
    ],
    [
      'another picture',
      (copy) => writeFileSync(join(copy, picture(copy)), 'not a face'),
      /^files\/[a-z0-9]+\.jpg is not the file of the evidence$/,
    ],
  ];

  for (const [at, [what, how, says]] of forged.entries()) {
    it(`is rejected for ${what} even after it was signed again, by its name`, async () => {
      const copy = changed(how);
      signPack(copy);
      const [code, said] = await (at === 0 ? verifierVerdict : verdictOf)(copy);
      expect(code).to.equal(1);
      expect(said).to.match(says);
    });
  }

  it('is recognised by its signer alone when it was forged completely', async () => {
    const copy = changed((made) => {
      const text = readFileSync(join(made, 'entries.jsonl'), 'utf8');
      const drafts = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const head = { profileId: profile.id, seq: 0, hash: genesisHash };
      const [last, ...rest] = drafts.toReversed();
      const entries = chainEntries(
        head,
        [...rest.toReversed(), { ...last, occurred_at: last.occurred_at.replace('2026', '2020') }],
        last.recorded_at,
      );
      writeFileSync(join(made, 'entries.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      const end = { seq: entries.length, hash: entries.at(-1)?.hash };
      json('profile.json', (value) => ({ ...value, ledger_head: end.hash }))(made);
      json('MANIFEST.json', (value) => ({ ...value, head: end }))(made);
      const at = entries.at(-1)?.occurred_at;
      json('profile.json', (value) => ({ ...value, decision: { ...Object(value['decision']), at } }))(made);
      json('explanation.json', (value) => ({ ...value, at }))(made);
    });
    const forger = signPack(copy);
    expect(await verifierVerdict(copy)).to.deep.equal([0, 'OK']);
    expect(await verifierVerdict(copy, '--fingerprint', fingerprint)).to.deep.equal([
      1,
      `the signer is another one: ${forger}`,
    ]);
  });

  it('is not verified with options that the script does not know', async () => {
    for (const args of [['--fingerprint', 'abc'], ['--fingerprint'], ['--quick'], ['one', 'two']]) {
      expect((await verifierVerdict(pack, ...args))[0], args.join(' ')).to.equal(64);
    }
    expect((await verifierVerdict(pack, 'nowhere'))[0]).to.equal(1);
  });

  it('is rejected for any changed byte of any of its files', async () => {
    const { verifyPack } = await import(script);
    const flips = runs(240, 40);
    const random = randomOf(20260501);
    const copy = changed(() => undefined);
    const files = filesOf(copy).map((path) => ({ path, bytes: readFileSync(join(copy, path)) }));
    const missed: string[] = [];
    for (let flip = 0; flip < flips; flip += 1) {
      const { path, bytes } = files[flip % files.length] ?? files[0] ?? { path: '', bytes: Buffer.alloc(0) };
      const at = between(random, 0, bytes.length - 1);
      const mask = 1 + between(random, 0, 255 - 1);
      const flipped = Uint8Array.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ mask;
      writeFileSync(join(copy, path), flipped);
      const failed = await verifyPack(copy, null, () => undefined).then(
        () => false,
        () => true,
      );
      if (!failed) missed.push(`${path} byte ${at} xor ${mask}`);
      writeFileSync(join(copy, path), bytes);
    }
    expect(missed).to.deep.equal([]);
    expect(await verifierVerdict(copy)).to.deep.equal([0, 'OK']);
  });
});
