import { anAccessBatch, anAccessLine } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { accessLogCommand } from '#cli/commands/access-log-command';
import { dataKeysText } from '../../../support/builders/keyrings.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { adminAccount, usePocketbase } from '../../../support/servers/pocketbase.ts';
import { runCommand, runSeparately } from '../../../support/services/commands.ts';

const first = '2026-05-01T10:00:00.000Z';
const second = '2026-05-02T10:00:00.000Z';
const listed = 'abc000000000009';

describe('npx portcullis access-log export', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  const run = async (...args: readonly string[]) => {
    const env = {
      DATABASE_URL: database().url,
      DB_USER_EMAIL: adminAccount.email,
      DB_USER_PASSWORD: adminAccount.password,
      DATA_KEYS: dataKeysText(),
    };
    return runCommand(accessLogCommand, env, 'export', ...args);
  };
  const wordsOf = (lines: readonly string[]): readonly string[] => lines.map((line) => JSON.parse(line).request_id);
  const words = async (...args: readonly string[]) => wordsOf((await run(...args)).lines);

  before(async () => {
    await database().empty();
    const { accessLog } = storesOver(database().client);
    await mustSucceed(accessLog.append([anAccessBatch(first, ['a', 'b'])]));
    await mustSucceed(accessLog.append([anAccessBatch(first, ['g'], { partnerId: 'globex', teamId: 'x' })]));
    const list = anAccessLine({ request_id: 'list', profile_id: null, profile_ids: [listed] });
    await mustSucceed(accessLog.append([{ ...anAccessBatch(second, ['c']), lines: [list, anAccessLine()] }]));
    const fresh = new Date(performance.timeOrigin + performance.now()).toISOString();
    await mustSucceed(accessLog.append([anAccessBatch(fresh, ['fresh'])]));
  });

  it('prints every line with its id, apart from those of the last 30 seconds', async () => {
    const { code, lines } = await run();
    expect(code).to.equal(0);
    expect(wordsOf(lines)).to.deep.equal(['a', 'b', 'g', 'list', 'request-1']);
    expect(JSON.parse(lines[0] ?? '')).to.deep.include(anAccessLine({ request_id: 'a' }));
  });

  it('prints those of a partner, of a team, of a profile, from a time on, and after a line', async () => {
    expect(await words('--partner', 'globex')).to.deep.equal(['g']);
    expect(await words('--partner', 'globex', '--team', 'y')).to.deep.equal([]);
    expect(await words('--profile', listed)).to.deep.equal(['list']);
    expect(await words('--from', '2026-05-02')).to.deep.equal(['list', 'request-1']);
    const { lines } = await run();
    expect(await words('--after', JSON.parse(lines[2] ?? '').id)).to.deep.equal(['list', 'request-1']);
  });

  it('prints every other line where a row was changed, names that row, and ends with 2', async () => {
    const { id } = anAccessBatch(first, []);
    await database()
      .admin.collection('access_log')
      .create({ id, partner_key: 'acme', team_key: '', at: '2026-05-01T11:00:00.000Z', lines: { changed: true } });
    const env = {
      DATABASE_URL: database().url,
      DB_USER_EMAIL: adminAccount.email,
      DB_USER_PASSWORD: adminAccount.password,
      DATA_KEYS: dataKeysText(),
    };
    const { code, errors, lines } = await runSeparately(accessLogCommand, env, 'export');
    await database().admin.collection('access_log').delete(id);
    expect(code).to.equal(2);
    expect(wordsOf(lines)).to.deep.equal(['a', 'b', 'g', 'list', 'request-1']);
    expect(errors).to.deep.equal([
      `The row ${id} of 2026-05-01T11:00:00.000Z was changed in the database, or is not of the service: it cannot be read.`,
      '1 row of the access log could not be read; every other line was printed.',
    ]);
  });

  it('refuses what it does not understand, without repeating it', async () => {
    for (const args of [['--after', 'anna'], ['--profile', 'anna'], ['--from', 'anna'], ['--team', 'anna'], ['anna']]) {
      const { code, lines } = await run(...args);
      expect(code, args.join(' ')).to.equal(64);
      expect(lines.join('\n')).to.not.include('anna');
    }
  });

  for (const from of ['2026-02-30', '2026-05-02T', '2026-05-02T10:00:00', '2026-05-02T10:00:00ZZ', '2026-13-01']) {
    it(`refuses ${from}, which is no point in time`, async () => {
      expect((await run('--from', from)).code).to.equal(64);
    });
  }
  for (const from of ['2028-02-29', '2026-05-02T10:00:00Z', '2026-05-02T10:00:00.123+02:00']) {
    it(`takes ${from}`, async () => {
      expect((await run('--from', from)).code).to.equal(0);
    });
  }
});
