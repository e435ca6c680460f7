import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { scryptPasswords } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { signInStaff } from '#backoffice/staff/sign-in-staff';
import { totpCode, totpStepAt } from '#backoffice/staff/totp';
import { staffCommand } from '#cli/commands/staff-command';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { runCommand, runPortcullis } from '../../support/services/commands.ts';

const rosa = ['--name', 'Rosa Lind', '--roles', 'reviewer', '--partner', 'acme', '--team', 'berlin'] as const;

const printed = (lines: readonly string[], name: string): string =>
  lines
    .find((line) => line.trim().startsWith(name))
    ?.trim()
    .slice(name.length)
    .trim() ?? '';

describe('npx portcullis staff', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const env = (): Variables => environmentOf(database().url);
  const staff = (...args: readonly string[]) => runCommand(staffCommand, env(), ...args);

  it('adds somebody who can sign in with what it prints, once', async () => {
    const { code, lines } = await runPortcullis(env(), 'staff', 'add', 'rosa', ...rosa);
    expect(code, lines.join('\n')).to.equal(0);
    const stores = storesOver(database().client, undefined, sequentialIds());
    const account = await mustSucceed(stores.staffDirectory.find('rosa'));
    const secret = new URL(printed(lines, 'second factor')).searchParams.get('secret') ?? '';
    expect([account?.totpSecret, account?.member.tenant]).to.deep.equal([
      secret,
      { partnerId: 'acme', teamId: 'berlin' },
    ]);
    const clock = { now: () => Date.now() };
    const ids = sequentialIds();
    const signIn = signInStaff({ ...stores, passwords: scryptPasswords(), clock, ids, skipsSecondFactor: false });
    const sent = { username: 'rosa', password: printed(lines, 'password'), recoveryCode: null };
    const started = await signIn({ ...sent, code: totpCode(secret, totpStepAt(Date.now())) })();
    expect(E.isRight(started)).to.equal(true);
    expect(lines.at(-1)).to.match(/^Nothing here is of a partner "acme": .+ Look at its spelling\.$/);
    const again = await staff('add', 'rosa', ...rosa);
    expect([again.code, again.lines]).to.deep.equal([1, ['There is a member of staff with this name already.']]);
  });

  it('lists members without anything that is secret', async () => {
    await staff('add', 'rosa', ...rosa);
    const { code, lines } = await staff('list');
    expect([code, lines.length]).to.deep.equal([0, 1]);
    expect(lines[0]).to.match(/^rosa\tstaff-[a-z0-9]{12}\treviewer\tacme\tberlin\tenabled$/);
  });

  it('says of a member that the row does not open, and removes it by name or id, so that they can be added anew', async () => {
    for (const nameOf of [() => 'rosa', (id: string) => id]) {
      await staff('add', 'rosa', ...rosa);
      const [listed = ''] = (await staff('list')).lines;
      const [, id = ''] = listed.split('\t');
      await database().admin.sql.run('UPDATE staff_members SET version = 9');
      const shown = await staff('list');
      expect([shown.code, shown.lines.join()]).to.deep.equal([
        2,
        `The row of the member ${id} was changed in the database, and does not open.`,
      ]);
      for (const asked of [['reset'], ['enable'], ['end-sessions'], ['roles', '--roles', 'reviewer']]) {
        const [command = '', ...options] = asked;
        const { code, lines } = await staff(command, 'rosa', ...options);
        expect([code, lines.join(' ')], command).to.satisfy(
          ([exit, text]: [number, string]) =>
            exit === 1 && text.includes('does not open') && !text.includes('DATABASE_URL'),
        );
      }
      expect(await staff('disable', nameOf(id))).to.deep.equal({
        code: 0,
        lines: [`The row of ${id} did not open: it is removed, and the sessions are ended.`],
      });
    }
    expect((await staff('add', 'rosa', ...rosa)).code).to.equal(0);
    expect((await staff('disable', 'rosa')).lines[0]).to.match(/\tdisabled$/);
  });

  it('resets, disables, enables and gives other roles', async () => {
    const added = await staff('add', 'rosa', ...rosa);
    const reset = await staff('reset', 'rosa');
    expect(printed(reset.lines, 'password')).to.not.equal(printed(added.lines, 'password')).and.not.equal('');
    expect((await staff('disable', 'rosa')).lines[0]).to.match(/\tdisabled$/);
    expect((await staff('enable', 'rosa')).lines[0]).to.match(/\tenabled$/);
    expect((await staff('roles', 'rosa', '--roles', 'senior,admin')).lines[0]).to.contain('\tsenior,admin\t');
    expect((await staff('reset', 'nobody')).lines).to.deep.equal(['There is no member of staff with this name.']);
  });

  it('ends the sessions of anybody, by their name or by their id, or of everybody', async () => {
    await staff('add', 'rosa', ...rosa);
    for (const who of ['rosa', 'staff-7c2k9d4m1x0p', '--all'])
      expect((await staff('end-sessions', who)).lines, who).to.deep.equal(['Sessions ended: 0.']);
    expect((await staff('end-sessions', 'nobody')).lines).to.deep.equal([
      'There is no member of staff with this name.',
    ]);
    for (const wrong of [[], ['rosa', '--all']])
      expect(await staff('end-sessions', ...wrong)).to.deep.include({ code: 64 });
  });

  for (const args of [
    ['add', 'rosa'],
    ['add', 'Rosa', ...rosa],
    ['add', 'rosa', '--name', 'Rosa', '--roles', 'chief', '--partner', 'acme'],
    ['add', 'rosa', '--name', 'Rosa', '--roles', 'reviewer,chief', '--partner', 'acme'],
    ['add', 'rosa', '--name', 'Rosa', '--roles', 'reviewer'],
    ['add', 'rosa', '--name', 'Rosa', '--roles', 'reviewer', '--partner', 'acme '],
    ['add', 'rosa', '--name', 'Rosa', '--roles', 'reviewer', '--partner', 'acme', '--team', ' berlin'],
    ['roles', 'rosa'],
    ['remove', 'rosa'],
    ['reset', 'rosa', 'sam'],
  ])
    it(`explains itself for: ${args.join(' ')}`, async () => {
      const { code, lines } = await staff(...args);
      expect(code).to.equal(64);
      expect(lines.join('\n'))
        .to.match(/npx portcullis staff( \w+)? --help says more\./)
        .and.not.contain('Rosa');
    });
});
