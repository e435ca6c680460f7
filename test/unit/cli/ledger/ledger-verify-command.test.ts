import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring, dataKeysText } from '../../../support/builders/keyrings.ts';
import { applyAction } from '../../../support/builders/profile-states.ts';
import { resealProfile } from '../../../support/records/reseal-profile.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { environmentOf, type Variables } from '../../../support/servers/service-program.ts';
import { aJourney, runLedgerCommand } from '../../../support/services/ledger-journeys.ts';

describe('npx portcullis ledger verify', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const env = (changes: Variables = {}): Variables => environmentOf(database().url, changes);
  const verify = (...args: readonly string[]) => runLedgerCommand(env(), 'verify', ...args);
  const sql = (text: string) => database().admin.sql.run(text);

  /** Stores three journeys, in the order of their ids. */
  const history = async () => {
    await database().empty();
    const made = [
      await aJourney(database(), { seed: 'one' }),
      await aJourney(database(), { seed: 'two', scenario: 'retry_liveness_then_approve' }),
      await aJourney(database(), { seed: 'three', scenario: 'review_face_borderline' }),
    ];
    const [a, b, c] = made.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (!a || !b || !c) throw new Error('there are three');
    const entries = made.reduce((sum, { version }) => sum + version, 0);
    return { a, b, c, entries };
  };

  it('finds no fault in unchanged records, and exits with 0', async () => {
    const { b, entries } = await history();
    expect(await verify()).to.deep.equal({ code: 0, lines: [`3 profiles, ${entries} entries: all verify.`] });
    const one = [`1 profile, ${b.version} entries: all verify.`];
    expect(await verify('--profile', b.id)).to.deep.equal({ code: 0, lines: one });
    const { lines } = await verify('--json');
    const summary = { kind: 'summary', profiles: 3, entries, faults: 0, locked: 0 };
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal([summary]);
  });

  /**
   * A manipulation of a profile in the database, and the message that reports it; `last` is the version of the profile.
   */
  const damages: readonly (readonly [sql: string, says: (last: number) => string])[] = [
    [
      `UPDATE ledger SET data = json_set(data, '$.occurred_at', '2020-01-01T00:00:00.000Z') WHERE profile = $ AND seq = 4`,
      () => ' seq 4: the entry is not what was hashed (changed)',
    ],
    [
      `UPDATE ledger SET data = json_set(data, '$.personal', json('{"note":"else"}')) WHERE profile = $ AND seq = 4`,
      () => ' seq 4: what stands here is not an entry of a ledger (unreadable)',
    ],
    ['DELETE FROM ledger WHERE profile = $ AND seq = 4', () => ' seq 4: an entry is missing here (missing)'],
    [
      `UPDATE ledger SET data = (SELECT o.data FROM ledger o WHERE o.profile = $ AND o.seq = 9 - ledger.seq)
       WHERE profile = $ AND seq IN (4, 5)`,
      () => ' seq 4: what stands here is not an entry of a ledger (unreadable)',
    ],
    [
      `UPDATE ledger SET data = '"gone"' WHERE profile = $ AND seq = 4`,
      () => ' seq 4: what stands here is not an entry of a ledger (unreadable)',
    ],
    [
      'DELETE FROM ledger WHERE profile = $ AND seq = (SELECT MAX(seq) FROM ledger WHERE profile = $)',
      (last) => ` seq ${last}: an entry is missing here (missing)`,
    ],
    [
      `UPDATE profiles SET data = '{"status":"approved"}' WHERE id = $`,
      () => ': the row of the profile cannot be read (row_unreadable)',
    ],
    [
      `UPDATE profiles SET partner_key = 'somebody-else' WHERE id = $`,
      () => ': the row of the profile cannot be read (row_unreadable)',
    ],
    ['DELETE FROM profiles WHERE id = $', () => ': there are entries, and no profile (no_row)'],
    ['DELETE FROM ledger WHERE profile = $', () => ': there is a profile, and no entry (no_entries)'],
  ];

  /** What somebody with the keys changes in a profile. */
  const resealed: readonly (readonly [change: Row, columns: Row, says: (last: number) => string])[] = [
    [
      { status: 'declined' },
      { status: 'declined' },
      (last) => ` seq ${last}: the profile has another status than its ledger leads to (row_status)`,
    ],
    [{ version: 3 }, { version: 3 }, () => ' seq 4: the profile has another version than its ledger (row_version)'],
    [
      { ledgerHead: '0'.repeat(64) },
      {},
      (last) => ` seq ${last}: the profile ends in another hash than its ledger (row_head)`,
    ],
  ];

  it('reports every manipulation by its profile and place, verifies all others, and exits with 1', async () => {
    await database().empty();
    const untouched = await aJourney(database(), { seed: 'untouched' });
    const expected: string[] = [];
    for (const [at, [damage, says]] of damages.entries()) {
      const { id, version } = await aJourney(database(), { seed: `damaged ${at}` });
      await sql(damage.replaceAll(/ \$(?= |$|\))/gm, ` '${id}'`));
      expected.push(`BAD  ${id}${says(version)}`);
    }
    for (const [at, [change, columns, says]] of resealed.entries()) {
      const { id, version } = await aJourney(database(), { seed: `resealed ${at}` });
      await resealProfile(database(), id, (profile) => ({ ...profile, ...change }), columns);
      expected.push(`BAD  ${id}${says(version)}`);
    }
    const { code, lines } = await verify();
    expect(code).to.equal(1);
    expect(lines.slice(0, -1)).to.deep.equal(expected.toSorted());
    const found = damages.length + resealed.length;
    const counted = found + 1;
    expect(lines.at(-1)).to.match(new RegExp(`^${counted} profiles, \\d+ entries: ${found} faults\\.$`));
    expect((await verify('--profile', untouched.id)).code).to.equal(0);
    const first = (lines[0] ?? '').slice(5, 20);
    const one = await verify('--profile', first, '--json');
    expect(JSON.parse(one.lines[0] ?? '')).to.include({ kind: 'fault', profile_id: first });
  });

  it('reports entries without a profile, whatever their profile id is', async () => {
    const { entries } = await history();
    await sql(`INSERT INTO ledger (id, profile, seq, kind, data) VALUES ('x', 'a b', 1, 'status_change', '{}')`);
    expect(await verify()).to.deep.equal({
      code: 1,
      lines: ['BAD  "a b": there are entries, and no profile (no_row)', `4 profiles, ${entries} entries: 1 fault.`],
    });
  });

  it('continues after entries without a profile, even when no filter can express their profile id', async () => {
    const { entries } = await history();
    const names = [``, `a'b`, `a"b\\`, `a\tb`, `zz'''`, `zz'b`];
    for (const [n, name] of names.entries()) {
      const quoted = name.replaceAll("'", "''");
      await sql(
        `INSERT INTO ledger (id, profile, seq, kind, data) VALUES ('x${n}', '${quoted}', 1, 'status_change', '{}')`,
      );
    }
    const { code, lines } = await verify();
    const fault = (name: string) => `BAD  ${JSON.stringify(name)}: there are entries, and no profile (no_row)`;
    expect(lines).to.have.members([...names.map(fault), `9 profiles, ${entries} entries: 6 faults.`]);
    expect(code).to.equal(1);
  });

  it('verifies encrypted records with their keys, and reports without them what could not be compared with its ledger', async () => {
    await database().empty();
    const keyring = aKeyring('ledger');
    await mustSucceed(storesOver(database().client, keyring).keys.prepare);
    const { id, version } = await aJourney(database(), { scenario: 'review_face_borderline', keyring });
    const withKeys = env({ DATA_KEYS: dataKeysText('ledger') });
    const sound = [`1 profile, ${version} entries: all verify.`];
    expect(await runLedgerCommand(withKeys, 'verify')).to.deep.equal({ code: 0, lines: sound });
    expect(await verify()).to.deep.equal({
      code: 1,
      lines: [
        'BAD  the database: a key of the service is gone, or does not open (service_key)',
        `SHUT ${id}: the row of the profile does not open with these keys, and was not held against its ledger (row_locked)`,
        `1 profile, ${version} entries: 1 fault. 1 row did not open: are the data keys those of the service?`,
      ],
    });
    const last = `SELECT seq FROM ledger WHERE profile = '${id}' AND personal != '' ORDER BY seq DESC LIMIT 1`;
    await sql(`UPDATE ledger SET personal = substr(personal, 1, length(personal) - 4) || 'AAAA' WHERE seq = (${last})`);
    const { code, lines } = await runLedgerCommand(withKeys, 'verify');
    expect(code).to.equal(1);
    expect(lines[0]).to.match(/^BAD {2}\S+ seq \d+: what stands here is not an entry of a ledger \(unreadable\)$/);
  });

  /** What somebody does who writes to the sealed database without a key, and what reports it. */
  const thefts: readonly (readonly [what: string, sql: readonly string[], fault: string])[] = [
    [
      'clears what is personal in an entry',
      [`UPDATE ledger SET personal = '' WHERE personal != ''`],
      'personal_missing',
    ],
    [
      'puts a note in clear',
      [`UPDATE ledger SET data = json_set(data, '$.personal.note', 'x') WHERE seq = 3`],
      'unreadable',
    ],
    ['deletes the row of a file', [`DELETE FROM files WHERE kind = 'document_front'`], 'file'],
    ['makes a file another kind', [`UPDATE files SET kind = 'document_back' WHERE kind = 'document_front'`], 'file'],
    ['deletes a session', ['DELETE FROM liveness_sessions'], 'session'],
    ['deletes what the attempt showed', ['DELETE FROM sightings'], 'duplicates'],
    ['gives what was shown to another attempt', ['UPDATE sighting_times SET attempt = 9'], 'duplicates'],
    ['deletes the key of the digests', ['DELETE FROM sighting_keys'], 'duplicates'],
    ['deletes a key of the service', [`DELETE FROM service_keys WHERE name = 'signing'`], 'service_key'],
    [
      'writes a setting in clear',
      [`INSERT INTO settings (id, name, value) VALUES ('setting00000001', 'x', '1')`],
      'settings',
    ],
    [
      'puts an approval in clear in the place of a decision',
      [`UPDATE profiles SET key = '', status = 'approved', data = json_object('id', id, 'status', 'approved')`],
      'row_unreadable',
    ],
  ];

  for (const [what, statements, fault] of thefts) {
    it(`reports a thief without a key who ${what}`, async () => {
      await database().empty();
      const keyring = aKeyring('ledger');
      await mustSucceed(storesOver(database().client, keyring).keys.prepare);
      await aJourney(database(), { scenario: 'review_face_borderline', keyring });
      for (const statement of statements) await sql(statement);
      const { code, lines } = await runLedgerCommand(env({ DATA_KEYS: dataKeysText('ledger') }), 'verify');
      expect(
        { code, found: lines.filter((line) => line.endsWith(` (${fault})`)).length },
        lines.join('\n'),
      ).to.deep.equal({
        code: 1,
        found: 1,
      });
    });
  }

  it('reports a profile that somebody has put back to what it was before its last change', async () => {
    await database().empty();
    const keyring = aKeyring('ledger');
    const { profiles, keys } = storesOver(database().client, keyring);
    await mustSucceed(keys.prepare);
    const profile = await aJourney(database(), { scenario: 'review_face_borderline', keyring });
    const older = await database().admin.collection('profiles').getOne(profile.id);
    const { entries, profile: now } = applyAction(profile, { type: 'reopened', note: 'Look again.' });
    await mustSucceed(profiles.commit({ entries, profile: now }));
    const verifyNow = () => runLedgerCommand(env({ DATA_KEYS: dataKeysText('ledger') }), 'verify');
    expect((await verifyNow()).code).to.equal(0);
    const { status, version, due_at, updated_at, waiting_since, data } = older;
    const columns = {
      status,
      version,
      due_at,
      updated_at,
      waiting_since,
      data,
    };
    await database().admin.collection('profiles').update(profile.id, columns);
    expect((await mustSucceed(profiles.getAny(profile.id))).status, 'a read cannot tell').to.equal('approved');
    const { code, lines } = await verifyNow();
    expect({ code, fault: lines[0] }).to.deep.equal({
      code: 1,
      fault: `BAD  ${profile.id} seq ${profile.version + 1}: the profile has another version than its ledger (row_version)`,
    });
  });

  it('exits with 1 for a missing profile, with 2 without a database, with 64 for unknown arguments', async () => {
    await database().empty();
    expect(await verify('--profile', 'none00000000000')).to.deep.equal({
      code: 1,
      lines: ['There is no such profile.'],
    });
    expect((await runLedgerCommand(environmentOf('http://127.0.0.1:9'), 'verify')).code).to.equal(2);
    expect((await runLedgerCommand({}, 'verify')).code).to.equal(78);
    const wrong = [
      ['verify', '--profile', '../x'],
      ['verify', '--out', 'x'],
      ['verify', '--fingerprint', 'f'.repeat(64)],
      ['verify', '--pack', 'x', '--fingerprint', 'f'],
      ['verify', 'all'],
      ['export', '--out', 'x'],
      ['export', '--profile', 'none00000000000'],
      ['repair'],
      [],
    ];
    for (const args of wrong) expect((await runLedgerCommand({}, ...args)).code, args.join(' ')).to.equal(64);
  });

  it('is a command of npx portcullis, and writes nothing', async () => {
    await history();
    const rows = async () =>
      JSON.stringify([
        await database().admin.collection('profiles').getFullList({ sort: 'id' }),
        await database().admin.collection('ledger').getFullList({ sort: 'id' }),
        await database().admin.collection('service_keys').getFullList({ sort: 'id' }),
      ]);
    const before = await rows();
    const program = startProgram('packages/cli/bin/portcullis.mjs', ['ledger', 'verify', '--json'], { env: env() });
    expect((await program.ended).code).to.equal(0);
    expect(JSON.parse(program.printed())).to.include({ kind: 'summary', profiles: 3, faults: 0 });
    expect(await rows()).to.equal(before);
  });
});
