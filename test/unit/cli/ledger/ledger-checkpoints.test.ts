import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { holdCommand } from '#cli/commands/hold-command';
import { storesOver } from '../../../support/records/stores-over.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { runCommand } from '../../../support/services/commands.ts';
import { aHeadSigner } from '../../../support/services/log-relay.ts';
import { useHeadFolder } from './head-folder.ts';

describe('the checkpoints of npx portcullis ledger', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const { heads, journey, keep, keepSigned, keptLog, place, run, signer, sql, verify } = useHeadFolder(database);

  it('are kept in a folder, one file each, and verify', async () => {
    const { entries } = await keptLog();
    expect(await keep()).to.deep.equal({
      code: 0,
      lines: [`${heads()}: the head of ${entries} entries is there already.`],
    });
    expect(readdirSync(heads())).to.have.length(2);
    const verdict = `log of ${entries} entries, 2 kept heads: all verify. Signed by ${signer.fingerprint}.`;
    const lines = [`2 profiles, ${entries} entries: all verify.`, verdict];
    expect(await verify('--fingerprint', signer.fingerprint)).to.deep.equal({ code: 0, lines });
    const summary = {
      kind: 'log_summary',
      entries,
      heads: 2,
      signers: [signer.fingerprint],
      unsigned: 0,
      faults: 0,
    };
    expect(JSON.parse((await verify('--json')).lines.at(-1) ?? '')).to.deep.equal(summary);
  });

  it('find the deletion of a whole profile, as the log itself does, and its chain alone cannot', async () => {
    const { first, entries } = await keptLog();
    await sql(`DELETE FROM ledger WHERE profile = '${first.id}'; DELETE FROM profiles WHERE id = '${first.id}'`);
    const gone = (last: number) =>
      `BAD  places 1 to ${last}: no entry stands here: it was removed, and nothing was compared from there on (place_missing)`;
    const plain = await run('verify');
    expect([plain.code, plain.lines.includes(gone(first.version))]).to.deep.equal([1, true]);
    const { code, lines } = await verify();
    expect(code).to.equal(1);
    expect(lines).to.include(gone(first.version));
    expect(lines.at(-1)).to.match(new RegExp(`^log of ${entries} entries, 2 kept heads: 1 fault`));
    expect(await keep()).to.include({ code: 0 });
  });

  it('find entries that were kept from the log before they were placed', async () => {
    await keptLog();
    const { id, version } = await journey();
    await sql(`UPDATE ledger SET place = -1 WHERE profile = '${id}'`);
    await place();
    const { code, lines } = await verify();
    expect(code).to.equal(1);
    expect(lines.filter((line) => line.endsWith('(not_placed)'))).to.have.length(version);
    expect(lines).to.include(
      `BAD  place -1, ${id} seq 1: the entry stands at no place in the log: nobody places, or it was kept from its place (not_placed)`,
    );
  });

  it('find a log that was made again from the start, and nothing of it is kept', async () => {
    const { first } = await keptLog();
    await sql(`DELETE FROM ledger WHERE profile = '${first.id}'; DELETE FROM profiles WHERE id = '${first.id}'`);
    const log = storesOver(database().client).ledgerLog;
    const { right: state } = JSON.parse(JSON.stringify(await log.state()()));
    await sql('DELETE FROM ledger_log; DELETE FROM ledger_heads; UPDATE ledger SET place = 0');
    await place(aHeadSigner());
    const refusal = 'Nothing was kept; portcullis ledger verify looks.';
    expect(await keep()).to.deep.equal({
      code: 1,
      lines: [`The heads that were kept are of another log. ${refusal}`],
    });
    await sql(`UPDATE ledger_log SET log = '${state.logId}'; UPDATE ledger_heads SET log = '${state.logId}'`);
    const { code, lines } = await verify();
    expect(code).to.equal(1);
    expect(lines.join('\n')).to.match(
      /BAD {2}head of \d+ entries: the log has fewer entries than the head.*log_shrunk/,
    );
    expect((await keep()).lines.join()).to.match(/^The log has \d+ entries, and \d+ were kept: it was rolled back/);
    await journey();
    await journey();
    await place(aHeadSigner());
    expect((await verify()).lines.join('\n')).to.include('(entries_changed)');
    expect(await keep()).to.deep.equal({
      code: 1,
      lines: [`The log does not continue the newest head that was kept: entries were changed or removed. ${refusal}`],
    });
    expect(readdirSync(heads())).to.have.length(2);
  });

  it('are not believed when they were changed, signed by somebody else, or are none', async () => {
    await keptLog();
    const [name = ''] = readdirSync(heads());
    const file = join(heads(), name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"size": \d+/, '"size": 1'));
    expect((await verify()).lines).to.include(`BAD  ${name}: the signature is not one of this head (head_signature)`);
    writeFileSync(file, '{}');
    expect((await verify()).lines).to.include(`BAD  ${name}: the file is not a head of a log (head_unreadable)`);
    expect(await keep()).to.include({ code: 1 });
    writeFileSync(file, text);
    const other = await verify('--fingerprint', 'ab'.repeat(32));
    expect(other.code).to.equal(1);
    expect(other.lines).to.include(`BAD  ${name}: the head was signed by somebody else (head_signer)`);
  });

  it('find that the newest head in the database was changed, signed by somebody else, or removed', async () => {
    const { entries } = await keptLog();
    const bad = (fault: string) => [`BAD  newest head of the log: ${fault}`];
    const found = async (...args: readonly string[]) => {
      const { code, lines } = await verify(...args);
      expect(code).to.equal(1);
      return lines.filter((line) => line.startsWith('BAD'));
    };
    const newest = `WHERE size = ${entries}`;
    await sql(`UPDATE ledger_heads SET at = '2020-01-01T00:00:00.000Z' ${newest}`);
    expect(await found()).to.deep.equal(bad('the signature is not one of this head (head_signature)'));
    await sql(`UPDATE ledger_heads SET signature = '' ${newest}`);
    for (const pinned of [[], ['--fingerprint', signer.fingerprint]])
      expect(await found(...pinned)).to.deep.equal(bad('the head was signed by somebody else (head_signer)'));
    await sql(`DELETE FROM ledger_heads ${newest}`);
    expect(await found()).to.deep.equal(
      bad('a newer head was kept, so that one was removed or changed here (head_missing)'),
    );
  });

  it('are not needed to find that a profile was rolled back, where it alone is verified', async () => {
    await keptLog();
    const { id, version } = await journey();
    await place();
    await sql(`CREATE TABLE earlier AS SELECT * FROM profiles WHERE id = '${id}'`);
    expect(await runCommand(holdCommand, environmentOf(database().url), 'set', id)).to.include({ code: 0 });
    await place();
    expect(await run('verify', '--profile', id)).to.include({ code: 0 });
    await sql(
      `DELETE FROM ledger WHERE profile = '${id}' AND seq > ${version}; DELETE FROM profiles WHERE id = '${id}'; INSERT INTO profiles SELECT * FROM earlier; DROP TABLE earlier`,
    );
    const { code, lines } = await run('verify', '--profile', id);
    expect([code, lines[0]]).to.deep.equal([1, `1 profile, ${version} entries: all verify.`]);
    expect(lines.join()).to.include('(place_missing)');
  });

  it('are made when they are asked for, with the key, and otherwise say what came after', async () => {
    const { entries } = await keptLog();
    const { version } = await journey();
    await place(null);
    await sql(`DELETE FROM ledger_heads WHERE size > ${entries}`);
    expect(await keep()).to.deep.equal({
      code: 1,
      lines: [
        `${heads()}: the head of ${entries} entries is there already.`,
        `${version} entries came after it: with LEDGER_SIGNING_KEY, a head of them all is made.`,
      ],
    });
    const all = entries + version;
    expect(await keepSigned()).to.deep.equal({ code: 0, lines: [`${heads()}: the head of ${all} entries.`] });
    expect((await verify()).lines.at(-1)).to.equal(
      `log of ${all} entries, 3 kept heads: all verify. Signed by ${signer.fingerprint}.`,
    );
  });

  it('are kept unsigned where the service has no key, and said to be so', async () => {
    const { version } = await journey();
    await place(null);
    expect(await keep()).to.deep.equal({
      code: 0,
      lines: [`${heads()}: the head of ${version} entries, not signed.`],
    });
    expect((await verify()).lines.at(-1)).to.equal(
      `log of ${version} entries, 1 kept head: all verify. 1 of the heads is not signed.`,
    );
  });

  it('refuse arguments that do not go together', async () => {
    for (const args of [
      ['checkpoint'],
      ['verify', '--checkpoints', 'x', '--pack', 'y'],
      ['verify', '--checkpoints', 'x', '--profile', 'profile00000001'],
    ])
      expect(await run(...args), args.join(' ')).to.include({ code: 64 });
    expect(await verify()).to.deep.equal({ code: 2, lines: ['The folder of --checkpoints cannot be read.'] });
  });
});
