import { aNew, anEntry } from '@portcullis/contracts/builders';
import type { LedgerEntry, Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { holdCommand } from '#cli/commands/hold-command';
import { retentionCommand } from '#cli/commands/retention-command';
import { dataKeysText } from '../../../support/builders/keyrings.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { adminAccount, usePocketbase } from '../../../support/servers/pocketbase.ts';
import { runCommand } from '../../../support/services/commands.ts';

describe('npx portcullis retention and hold', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const environment = () => ({
    DATABASE_URL: database().url,
    DB_USER_EMAIL: adminAccount.email,
    DB_USER_PASSWORD: adminAccount.password,
    DATA_KEYS: dataKeysText(),
  });
  const retention = (...args: readonly string[]) => runCommand(retentionCommand, environment(), ...args);
  const hold = (...args: readonly string[]) => runCommand(holdCommand, environment(), ...args);
  const profiles = () => storesOver(database().client).profiles;

  /** Stores a profile that is to be erased, and whose ledger says when it came to its status. */
  const aRetained = async (over: Parameters<typeof aNew>[0], changes: readonly Partial<LedgerEntry>[]) => {
    const policy = { id: 'standard', version: '1' };
    const { profile } = aNew({ ...over, policy, version: changes.length });
    const entries = changes.map((entry, i) => anEntry({ ...entry, profile_id: profile.id, seq: i + 1 }));
    await mustSucceed(profiles().insert({ profile, entries }, null));
    return profile;
  };
  const toStatus = (from: Profile['status'], to: Profile['status'], at: string) =>
    ({ kind: 'status_change', from, to, recorded_at: at }) as const;

  /** Stores a declined profile that is to be erased at this time. */
  const aDeclined = (erasesAt: string, erasureAnnouncedAt: string | null = null) => {
    const decided = { status: 'declined', decidedAt: '2026-05-01T10:00:00.000Z' } as const;
    return aRetained({ ...decided, erasesAt, erasureAnnouncedAt, reference: erasesAt }, [
      toStatus('processing', 'declined', '2026-05-01T10:00:00.000Z'),
    ]);
  };
  const rowOf = (id: string, due: string, announced = 'not announced'): string =>
    [id, 'acme', 'declined since 2026-05-01T10:00:00.000Z', 'policy standard 1', `due ${due}`, announced].join('\t');

  it('list what would be erased until a time, and erase nothing', async () => {
    const first = await aDeclined('2026-06-01T00:00:00.000Z');
    const second = await aDeclined('2999-06-01T00:00:00.000Z', '2999-05-31T00:00:00.000Z');
    const lines = [rowOf(first.id, '2026-06-01T00:00:00.000Z')];
    const sum = (n: number, announced = 0) =>
      `${n} would be erased, ${announced} of them announced; 0 of those that are due are held`;
    expect(await retention()).to.deep.equal({ code: 0, lines: [...lines, sum(1)] });
    const both = [
      ...lines,
      rowOf(second.id, '2999-06-01T00:00:00.000Z', 'announced at 2999-05-31T00:00:00.000Z'),
    ].sort();
    expect(await retention('--until', '3000-01-01')).to.deep.equal({ code: 0, lines: [...both, sum(2, 1)] });
    expect(await retention('--until', '2026-05-31')).to.deep.equal({ code: 0, lines: [sum(0)] });
    expect(await mustSucceed(profiles().getAny(first.id))).to.deep.equal(first);
  });

  it('say since when a profile is canceled, whatever was changed of it later or decided before', async () => {
    const canceledAt = '2026-05-03T10:00:00.000Z';
    const { id } = await aRetained(
      {
        status: 'canceled',
        decidedAt: '2026-05-02T10:00:00.000Z',
        updatedAt: '2026-05-30T10:00:00.000Z',
        erasesAt: '2026-05-31T10:00:00.000Z',
        erasureAnnouncedAt: '2026-05-30T10:00:00.000Z',
      },
      [
        toStatus('processing', 'declined', '2026-05-02T10:00:00.000Z'),
        toStatus('declined', 'in_progress', '2026-05-02T11:00:00.000Z'),
        toStatus('in_progress', 'canceled', canceledAt),
        { type: 'profile.erasure_announced', recorded_at: '2026-05-30T10:00:00.000Z' },
      ],
    );
    const { lines } = await retention();
    expect(lines[0]?.split('\t').slice(0, 3)).to.deep.equal([id, 'acme', `canceled since ${canceledAt}`]);
  });

  it('set a hold with a name and a note, report it, and release it', async () => {
    const { id } = await aDeclined('2026-06-01T00:00:00.000Z');
    expect((await hold('set', id, '--by', 'j.doe', '--note', 'Case 7')).lines[0]).to.match(
      / is held since \S+ by j\.doe$/,
    );
    const { legalHold } = await mustSucceed(profiles().getAny(id));
    const since = legalHold?.since ?? '';
    const listed = [id, 'acme', `since ${since}`, 'by j.doe', 'Case 7'].join('\t');
    expect(await hold('list')).to.deep.equal({ code: 0, lines: [listed] });
    expect((await retention()).lines).to.deep.equal([
      `${rowOf(id, '2026-06-01T00:00:00.000Z')}\theld since ${since} by j.doe`,
      '0 would be erased, 0 of them announced; 1 of those that are due are held',
    ]);
    expect(await mustSucceed(profiles().due('2026-12-01T00:00:00.000Z', 10))).to.deep.equal([]);
    const released = `${id} is not held; its policy has it erased at 2026-06-01T00:00:00.000Z`;
    expect(await hold('release', id)).to.deep.equal({ code: 0, lines: [released] });
    expect(await hold('list')).to.deep.equal({ code: 0, lines: [] });
    expect(await mustSucceed(profiles().due('2026-12-01T00:00:00.000Z', 10))).to.deep.equal([
      { id, at: '2026-05-31T00:00:00.000Z' },
    ]);
  });

  it('report a missing profile, and reject unknown arguments', async () => {
    expect(await hold('set', 'nobody000000000')).to.deep.equal({ code: 1, lines: ['There is no such profile.'] });
    const codes = [hold('set'), hold('list', 'x'), hold('keep', 'x'), retention('--until', 'tomorrow'), retention('x')];
    expect((await Promise.all(codes)).map(({ code }) => code)).to.deep.equal([64, 64, 64, 64, 64]);
  });
});
