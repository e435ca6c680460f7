import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aNew, listOf } from '@portcullis/contracts/builders';
import { documentDigest, personDigest } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { readLists } from '#backoffice/lists/read-lists';
import { listCommand } from '#cli/commands/list-command';
import { aProductionPolicy } from '../../support/builders/policies.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { type CommandRun, runCommand, runPortcullis } from '../../support/services/commands.ts';
import { aStaffMember } from '../../support/services/review-desk.ts';

const told = ({ code, lines }: CommandRun) => ({ code, printed: lines.join('\n'), says: lines[0] });

const list = async (env: Variables, ...args: readonly string[]) => told(await runCommand(listCommand, env, ...args));

/** Runs it as an operator does, in a process of its own. */
const startedList = async (env: Variables, ...args: readonly string[]) =>
  told(await runPortcullis(env, 'list', ...args));

const passport = ['document', 'L898902C3', 'UTO'] as const;
const anna = ['person', 'Eriksson', 'Anna-Maria', '1974-08-12'] as const;

describe('npx portcullis list', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const env = (): Variables => environmentOf(database().url);
  const acme = (deed: string, ...what: readonly string[]) => list(env(), deed, '--partner', 'acme', ...what);

  it('blocks, allows, shows and removes, for one partner', async () => {
    const runs = [
      await acme('show', ...passport),
      await startedList(env(), 'block', '--partner', 'acme', ...passport),
      await acme('show', 'document', 'l898902-c3', 'uto'),
      await list(env(), 'show', '--partner', 'other', ...passport),
      await acme('allow', ...passport),
      await acme('remove', ...passport),
      await acme('show', ...passport),
    ];
    expect(runs.map(({ code, says }) => [code, says])).to.deep.equal([
      [0, 'This document is on no list for the partner acme.'],
      [0, 'This document is blocked for the partner acme.'],
      [0, 'This document is blocked for the partner acme.'],
      [0, 'This document is on no list for the partner other.'],
      [0, 'This document is allowed for the partner acme.'],
      [0, 'This document is on no list for the partner acme.'],
      [0, 'This document is on no list for the partner acme.'],
    ]);
  });

  const origin = /^It is there since (\d{4}-\d\d-\d\dT[\d:.]+Z), by the operator\.$/m;

  it('says who has put something on a list and when, in the entry, in the ledger and to staff', async () => {
    const before = new Date(Date.now() - 1000).toISOString();
    const added = await acme('block', '--note', 'Stolen.', 'device', 'visitor-9');
    const since = origin.exec(added.printed)?.[1] ?? '';
    expect(since >= before).to.equal(true);
    const again = await acme('block', 'device', 'visitor-9');
    const shown = await acme('show', 'device', 'visitor-9');
    expect([again.printed, shown.printed]).to.deep.equal([added.printed, added.printed]);
    const { ledgerReader, listStore, profiles } = storesOver(database().client, undefined, sequentialIds());
    const admin = aStaffMember(1, ['admin', 'auditor']);
    const { items } = await mustSucceed(
      readLists({ listStore, profiles })({ caller: admin, filter: { limit: 10, kind: 'device' } }),
    );
    expect(items.map(({ addedAt, addedBy, note }) => [addedAt, addedBy, note])).to.deep.equal([
      [since, { type: 'operator', id: 'operator' }, 'Stolen.'],
    ]);
    const [entry] = (await mustSucceed(listStore.page('acme', 'device', null, 10))).map(({ entry: one }) => one);
    const chain = () => mustSucceed(ledgerReader.entries(entry?.head?.profileId ?? '', { afterSeq: 0, limit: 10 }));
    await acme('remove', 'device', 'visitor-9');
    expect((await chain()).map(({ actor, occurred_at: at, type }) => [type, actor.id, at >= since])).to.deep.equal([
      ['list_entry.added', 'operator', true],
      ['list_entry.removed', 'operator', true],
    ]);
  });

  it('warns of a partner of whom nothing is here, until a client, a policy or a profile is', async () => {
    const stores = storesOver(database().client, undefined, sequentialIds());
    const warning = 'Look at its spelling.';
    const shown = async (partner: string, more: Variables = {}) =>
      (await list({ ...env(), ...more }, 'show', '--partner', partner, ...passport)).printed;
    expect((await acme('block', ...passport)).printed)
      .to.include('Nothing here is of a partner "acme"')
      .and.include(warning);
    expect(await shown('acme', { JWT_CLIENT_PARTNER_ID: 'acme' })).to.not.include(warning);
    await mustSucceed(stores.policyRepository.add(aProductionPolicy({ id: 'of-acme', version: '1' }), 'acme'));
    await mustSucceed(stores.profiles.insert(aNew({ tenant: { partnerId: 'globex', teamId: 'paris' } }), null));
    for (const partner of ['acme', 'globex']) expect(await shown(partner), partner).to.not.include(warning);
    expect(await shown('acmee')).to.include(warning);
  });

  it('says that a note was not kept, where the thing is on that list already with another one or none', async () => {
    const noted = (note: string, action = 'block') => acme(action, '--note', note, 'device', 'visitor-7');
    const left = 'the note was not kept';
    expect((await noted('Stolen.')).printed).to.not.include(left);
    expect((await noted('Stolen.')).printed).to.not.include(left);
    expect((await noted('Found again.')).printed).to.include(left);
    expect((await noted('Found again.', 'allow')).printed).to.not.include(left);
    expect((await acme('block', 'device', 'visitor-7')).printed).to.not.include(left);
  });

  it('stores the digests that the service looks up, and nothing readable', async () => {
    await acme('block', ...anna);
    await acme('block', 'device', 'visitor-1');
    await acme('allow', 'document', 'D1234567', 'US-VA');
    const stores = storesOver(database().client, undefined, sequentialIds());
    const key = await mustSucceed(stores.duplicateIndex.partnerKey('acme'));
    const person = personDigest(key, 'ERIKSSON', 'ANNA MARIA', '1974-08-12');
    const licence = documentDigest(key, 'D1234567', 'US-VA');
    expect(await listOf(stores, 'acme', 'person', person)).to.equal('blocked');
    expect(await listOf(stores, 'acme', 'document', licence)).to.equal('allowed');
    const rows = JSON.stringify(await database().admin.collection('sighting_lists').getFullList()).toLowerCase();
    const plain = ['eriksson', 'anna', '1974', 'visitor', 'd1234567', 'us-va'];
    expect(plain.filter((word) => rows.includes(word))).to.deep.equal([]);
  });

  it('reports wrong arguments, and repeats none of them', async () => {
    const block = ['block', '--partner', 'acme'];
    const number = '<number> must be of letters A to Z and digits, with only blanks, -, /, . and < between them.';
    const noteForm =
      '--note must be a text of 1 to 2000 characters, not only blanks, without control, direction and tag characters other than tab ' +
      'and line feed.';
    const wrong: readonly (readonly [says: string, args: readonly string[]])[] = [
      ['There is no command ban.', ['ban', '--partner', 'acme', ...passport]],
      ['--partner <id> is missing.', ['block', ...passport]],
      ['--partner must not be empty.', ['block', '--partner', '', ...passport]],
      ['--partner must not begin or end with a blank.', ['block', '--partner', 'acme ', ...passport]],
      ['There is no option --name. Did you mean --note?', [...block, '--name', 'Eriksson']],
      ['<kind> must be document or person or device.', [...block, 'name', 'Eriksson']],
      [
        'person needs <last name> <first names> <YYYY-MM-DD>, each in quotes where it has spaces.',
        [...block, 'person', 'Eriksson'],
      ],
      ['one of <last name> and <first names> must have a letter.', [...block, 'person', '', '-', '1974-08-12']],
      ['<YYYY-MM-DD> must be the day of birth.', [...block, 'person', 'Eriksson', '', '12.8.1974']],
      [number, [...block, 'document', '/', 'UTO']],
      [number, [...block, 'document', 'L898902C3Ж', 'UTO']],
      [number, ['remove', '--partner', 'acme', 'document', 'L898902C3١', 'UTO']],
      [
        '<issuer> must be a country such as FRA, or a state or province such as US-VA.',
        [...block, 'document', 'L898902C3', 'Utopio'],
      ],
      ['<visitor id> must not be empty.', [...block, 'device', '']],
      ['There is no option --note.', ['show', '--partner', 'acme', '--note', 'x', ...passport]],
      [noteForm, [...block, '--note', 'x'.repeat(2001), ...passport]],
      [noteForm, [...block, '--note', 'stolen \u001b[2J', ...passport]],
      [noteForm, [...block, '--note', '', ...passport]],
    ];
    const runs = await Promise.all(wrong.map(([, args]) => list({}, ...args)));
    expect(runs.map(({ code, says }) => [code, says])).to.deep.equal(wrong.map(([says]) => [64, says]));
    expect(runs.filter(({ printed }) => /Eriksson|L898902C3|Utopio/.test(printed))).to.deep.equal([]);
  });

  it('reports an invalid configuration, and a database that does not answer', async () => {
    const faulty = await list({ ...env(), DB_USER_PASSWORD: '' }, 'show', '--partner', 'acme', ...passport);
    expect(faulty.code).to.equal(78);
    expect(faulty.printed).to.match(/^DB_USER_PASSWORD [^\n]+\.$/);
    const gone = await list({ ...env(), DATABASE_URL: 'http://127.0.0.1:1' }, 'show', '--partner', 'acme', ...passport);
    expect(gone.code).to.equal(2);
    expect(gone.printed).to.match(/^The record database cannot be used \(unavailable\): [^\n]+$/);
  });
});
