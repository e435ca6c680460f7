import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring, dataKeysText } from '../../../support/builders/keyrings.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../../support/servers/service-program.ts';
import { filesOf, runVerifier } from '../../../support/services/evidence-packs.ts';
import { aJourney, runLedgerCommand } from '../../../support/services/ledger-journeys.ts';

describe('npx portcullis ledger export', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let folder: string;
  let packs = 0;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-packs-'));
  });
  beforeEach(() => database().empty());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const env = (changes: Variables = {}): Variables => environmentOf(database().url, changes);

  /** Exports into a new folder. */
  const exported = async (profile: Profile, changes: Variables, ...args: readonly string[]) => {
    packs += 1;
    const out = join(folder, `pack-${packs}`);
    const { code, lines } = await runLedgerCommand(
      env(changes),
      'export',
      '--profile',
      profile.id,
      '--out',
      out,
      ...args,
    );
    return { out, code, lines };
  };

  const jsonIn = (out: string, path: string) => JSON.parse(readFileSync(join(out, path), 'utf8'));
  const everything = (out: string): string =>
    filesOf(out)
      .map((path) => readFileSync(join(out, path), 'latin1'))
      .join('\n')
      .toLowerCase();

  /** Values that would identify the person, in any spelling. Digests in hex may contain the year alone. */
  const canaries = ['eriksson', 'anna', '1974-08', '740812', 'l898902c3', 'customer of', 'utopia', 'by her'];

  it('writes a pack that its own script verifies, without any personal data', async () => {
    const profile = await aJourney(database(), { scenario: 'review_face_borderline' });
    const { out, code, lines } = await exported(profile, {});
    const { fingerprint } = await keyOf({});
    expect({ code, lines }).to.deep.equal({
      code: 0,
      lines: [`${out}: ${profile.version} entries, 0 files. Signed by ${fingerprint}.`],
    });
    expect(filesOf(out)).to.deep.equal(
      ['MANIFEST.json', 'MANIFEST.sig', 'entries.jsonl', 'explanation.json', 'policy.json', 'profile.json'].concat([
        'signer.pub.pem',
        'verify.mjs',
      ]),
    );
    const text = everything(out);
    expect([...canaries, profile.salt].filter((canary) => text.includes(canary))).to.deep.equal([]);
    const { decision, id, version } = profile;
    expect(await runVerifier(out, '--fingerprint', fingerprint)).to.deep.equal({
      code: 0,
      lines: [
        `signer       ${fingerprint}, as expected`,
        'files        5, each as it was signed, and no other',
        `ledger       profile ${id}: ${version} entries, an unbroken chain that leads to approved`,
        `decision     approve, entry ${decision?.seq} of the ledger, ${decision?.at}`,
        `policy       ${profile.policy.id} ${profile.policy.version}, as the decision names it`,
        'explanation  of this decision',
        'not here     personal data; pictures',
        'OK',
      ],
    });
    expect((await runVerifier(out)).lines[0]).to.equal(
      `signer       ${fingerprint}: whoever made this pack, give --fingerprint to know who`,
    );
  });

  const keyOf = async (changes: Variables, ...args: readonly string[]) => {
    const { code, lines } = await runLedgerCommand(env(changes), 'key', ...args);
    const last = lines.at(-1) ?? '';
    return { code, pem: `${lines.slice(0, -1).join('\n')}\n`, fingerprint: last.replace('fingerprint ', '') };
  };

  it('includes personal data and pictures on request, tied to the digests of the ledger', async () => {
    const profile = await aJourney(database(), { scenario: 'review_face_borderline' });
    const { out, code } = await exported(profile, {}, '--personal', '--files');
    expect(code).to.equal(0);
    const text = everything(out);
    expect(canaries.filter((canary) => !text.includes(canary))).to.deep.equal([]);
    expect(jsonIn(out, 'personal.json')).to.deep.equal(
      JSON.parse(
        JSON.stringify({
          reference: profile.reference,
          language: profile.language,
          metadata: profile.metadata,
          claimed: profile.claimed,
          evidence: profile.evidence,
          salt: profile.salt,
        }),
      ),
    );
    const pictures = profile.evidence.flatMap((item) => (item.kind === 'file' ? [`${item.file.id}.jpg`] : []));
    expect(readdirSync(join(out, 'files')).toSorted()).to.deep.equal(pictures.toSorted());
    const { code: verdict, lines } = await runVerifier(out);
    expect(lines.slice(-4)).to.deep.equal([
      'explanation  of this decision',
      `evidence     ${profile.decision?.evidenceCount} pieces, the ones that were decided upon`,
      `pictures     ${pictures.length}, in the ledger of this profile`,
      'OK',
    ]);
    expect(verdict).to.equal(0);
  });

  it('says that some pictures that the evidence names are not in it', async () => {
    const profile = await aJourney(database(), { scenario: 'review_face_borderline' });
    const pictures = profile.evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []));
    await database()
      .admin.collection('files')
      .delete(pictures[0] ?? '');
    const { out, code } = await exported(profile, {}, '--personal', '--files');
    expect(code).to.equal(0);
    const { lines } = await runVerifier(out);
    expect(lines.slice(-3)).to.deep.equal([
      `pictures     ${pictures.length - 1}, in the ledger of this profile`,
      'not here     some pictures of the evidence',
      'OK',
    ]);
  });

  it('describes the profile as its row does, the decision as the API does, and the policy completely', async () => {
    const profile = await aJourney(database(), { scenario: 'retry_liveness_then_approve' });
    const { out } = await exported(profile, {});
    const { decision } = profile;
    expect(jsonIn(out, 'profile.json')).to.deep.include({
      id: profile.id,
      partner_id: 'acme',
      status: 'approved',
      attempt: profile.attempt,
      version: profile.version,
      ledger_head: profile.ledgerHead,
      redaction: null,
    });
    expect(jsonIn(out, 'profile.json').decision).to.deep.include({
      outcome: 'approve',
      policy_digest: decision?.policyDigest,
      evidence_digest: decision?.evidenceDigest,
      seq: decision?.seq,
    });
    expect(jsonIn(out, 'policy.json')).to.deep.include({ ...profile.policy, digest: decision?.policyDigest });
    const { checks, reproduced, ...explanation } = jsonIn(out, 'explanation.json');
    expect(explanation).to.deep.include({ object: 'decision', outcome: 'approve', nearest_change: null, review: null });
    expect(reproduced).to.equal(true);
    expect(checks.every((check: { readonly saw: unknown }) => check.saw === null)).to.equal(true);
    const { out: whole } = await exported(profile, {}, '--personal');
    expect(JSON.stringify(jsonIn(whole, 'explanation.json').checks)).to.include('"saw":[');
  });

  it('packs a profile without a decision', async () => {
    const profile = await aJourney(database(), { only: 'created' });
    const { out, code } = await exported(profile, {});
    expect(code).to.equal(0);
    expect(filesOf(out)).not.to.include('explanation.json');
    const { code: verdict, lines } = await runVerifier(out);
    expect([verdict, lines.some((line) => line.startsWith('decision'))]).to.deep.equal([0, false]);
  });

  it('packs a profile whose erasure was requested without the data that is still to be destroyed, whatever the options are', async () => {
    const profile = await aJourney(database(), { scenario: 'review_face_borderline', only: 'erased' });
    const kept = await database()
      .admin.collection('ledger')
      .getFullList({ filter: `profile = '${profile.id}'` });
    expect(kept.some(({ personal }) => personal !== '')).to.equal(true);
    const { out, code } = await exported(profile, {}, '--personal', '--files');
    expect([code, profile.salt, filesOf(out).includes('personal.json')]).to.deep.equal([0, '', false]);
    const text = everything(out);
    expect(canaries.filter((canary) => text.includes(canary))).to.deep.equal([]);
    const { code: verdict, lines } = await runVerifier(out);
    expect([verdict, lines.at(-1)]).to.deep.equal([0, 'OK']);
    expect(jsonIn(out, 'profile.json').redaction).to.deep.include({ completed_at: null });
    expect((await runLedgerCommand(env(), 'verify', '--profile', profile.id)).code).to.equal(0);
  });

  it('makes the folder and its files readable by their owner alone, and rejects an existing folder', async () => {
    const profile = await aJourney(database(), {});
    const { out } = await exported(profile, {}, '--files');
    const modes = ['.', 'files', ...filesOf(out)].map((path) => statSync(join(out, path)).mode & 0o777);
    expect([...new Set(modes)]).to.deep.equal([0o700, 0o600]);
    const there = join(folder, 'there');
    mkdirSync(there);
    const args = ['export', '--profile', profile.id, '--out'];
    expect(await runLedgerCommand(env(), ...args, there)).to.deep.equal({
      code: 1,
      lines: ['The folder of --out cannot be written (EEXIST); it must not be there yet.'],
    });
    expect((await runLedgerCommand(env(), ...args, join(folder, 'no', 'parent'))).code).to.equal(1);
  });

  it('exports nothing, and leaves no folder, when the ledger does not verify or the profile does not exist', async () => {
    const profile = await aJourney(database());
    await database().admin.sql.run(
      `UPDATE ledger SET data = json_set(data, '$.recorded_at', '2020-01-01T00:00:00.000Z') WHERE profile = '${profile.id}' AND seq = 5`,
    );
    const { code, lines } = await exported(profile, {});
    expect([code, lines]).to.deep.equal([
      1,
      ['The ledger of this profile does not verify (seq 5): nothing was exported.'],
    ]);
    expect(readdirSync(folder)).not.to.include(`pack-${packs}`);
    await database().admin.sql.run(`UPDATE ledger SET kind = 'other' WHERE profile = '${profile.id}' AND seq = 4`);
    expect((await exported(profile, {})).lines).to.deep.equal([
      'The ledger of this profile does not verify (seq 4): nothing was exported.',
    ]);
    const out = join(folder, 'nobody');
    const missing = await runLedgerCommand(env(), 'export', '--profile', 'none00000000000', '--out', out);
    expect(missing).to.deep.equal({ code: 1, lines: ['There is no such profile.'] });
    expect(
      (await runLedgerCommand(environmentOf('http://127.0.0.1:9'), 'export', '--profile', profile.id, '--out', out))
        .code,
    ).to.equal(2);
    expect(readdirSync(folder)).not.to.include('nobody');
  });

  it('decrypts encrypted data, and always signs with one key, which is wrapped by the keyring', async () => {
    const keyring = aKeyring('ledger');
    const profile = await aJourney(database(), { scenario: 'review_face_borderline', keyring });
    const keys = { DATA_KEYS: dataKeysText('ledger') };
    const { out, code } = await exported(profile, keys, '--personal', '--files');
    expect([code, (await runVerifier(out)).code]).to.deep.equal([0, 0]);
    expect(await keyOf(keys)).to.deep.equal(await keyOf(keys));
    expect((await exported(profile, {})).code).to.equal(1);
  });

  it('signs with a key of the operator, and any other tool can verify the signature', async () => {
    const profile = await aJourney(database());
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const key = join(folder, 'own.pem');
    writeFileSync(key, pem);
    const { fingerprint, pem: shown } = await keyOf({}, '--key', key);
    const { out, code } = await exported(profile, {}, '--key', key);
    expect([code, (await runVerifier(out, '--fingerprint', fingerprint)).code]).to.deep.equal([0, 0]);
    expect(readFileSync(join(out, 'signer.pub.pem'), 'utf8')).to.equal(shown);
    const [manifest, signature] = ['MANIFEST.json', 'MANIFEST.sig'].map((path) => readFileSync(join(out, path)));
    expect(verify(null, manifest ?? Buffer.of(), shown, signature ?? Buffer.of())).to.equal(true);
    const der = createPublicKey(shown).export({ type: 'spki', format: 'der' });
    expect(createHash('sha256').update(der).digest('hex')).to.equal(fingerprint);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const wrong = [
      ['--key is not an Ed25519 key.', rsa.export({ type: 'pkcs8', format: 'pem' })],
      ['--key cannot be read as a private key in PEM without a passphrase.', 'no key'],
    ] as const;
    for (const [says, text] of wrong) {
      writeFileSync(key, text);
      expect(await runLedgerCommand({}, 'key', '--key', key)).to.deep.equal({ code: 1, lines: [says] });
    }
  });

  it('is verified by the script of the installed release when the receiver runs Portcullis', async () => {
    const profile = await aJourney(database());
    const { out } = await exported(profile, {});
    writeFileSync(join(out, 'verify.mjs'), "console.log('OK');\n");
    const own = execFileSync(process.execPath, ['verify.mjs'], { cwd: out, encoding: 'utf8' });
    const { code, lines } = await runLedgerCommand({}, 'verify', '--pack', out);
    expect([own, code, lines.at(-1)]).to.deep.equal(['OK\n', 1, lines.at(-1)]);
    expect(lines.at(-1)).to.match(/^FAILED {7}verify\.mjs has 19 bytes and not \d+$/);
  });
});
