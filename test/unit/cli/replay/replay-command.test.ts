import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { replayCommand } from '#cli/replay/replay-command';
import { policy } from '../../../support/builders/profile-states.ts';
import { resealProfile } from '../../../support/records/reseal-profile.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { runCommand } from '../../../support/services/commands.ts';
import { aPerson, aService, completeLiveness, ledgerOf, stored } from '../../../support/services/memory-service.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';

describe('npx portcullis replay', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-replay-'));
  after(() => rmSync(folder, { recursive: true }));

  const replay = (...options: readonly string[]) =>
    runCommand(replayCommand, environmentOf(database().url), ...options);

  /** Reads every row of every collection. */
  const everything = async (): Promise<string> => {
    const { admin } = database();
    const collections = await admin.collections.getFullList();
    const rows = await Promise.all(
      // The time and origin of logins are PocketBase's own data.
      collections
        .filter(({ system }) => !system)
        .map(async ({ name }) => [name, await admin.collection(name).getFullList({ sort: 'id' })]),
    );
    return JSON.stringify(rows);
  };

  /** Stores two decisions of a person who was approved at the second attempt, and one of a person who was declined. */
  const history = async () => {
    const profiles = storesOver(database().client).profiles;
    await database().empty();
    const kept: Profile[] = [];
    for (const scenario of ['retry_liveness_then_approve', 'decline_face_mismatch'] as const) {
      const service = aService({ scenario, seed: scenario });
      const person = await aPerson(service);
      await submitEverything(person);
      if (scenario === 'retry_liveness_then_approve') await completeLiveness(person);
      const profile = await stored(service, person.id);
      const entries = await ledgerOf(service, person.id);
      await mustSucceed(profiles.insert({ profile: { ...profile, current: kept.length === 0 }, entries }, null));
      kept.push(profile);
    }
    const place = (n: number) => ({ id: kept[n]?.id ?? '', seq: kept[n]?.decision?.seq ?? 0 });
    return { approved: place(0), declined: place(1) };
  };

  const draft = (over: object): string => {
    const file = join(folder, 'draft.json');
    writeFileSync(file, JSON.stringify({ ...policy, id: 'mine', version: '1', ...over }));
    return file;
  };

  it('reproduces every stored decision, finds no difference, and exits with 0', async () => {
    await history();
    expect(await replay()).to.deep.equal({
      code: 0,
      lines: [
        '2 profiles, 3 decisions made again: 3 the same, 0 not. 0 of an older release: 0 the same, 0 otherwise now.',
      ],
    });
    const { lines } = await replay('--json');
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal([
      {
        kind: 'summary',
        profiles: 2,
        same: 3,
        differs: 0,
        older: 0,
        older_otherwise: 0,
      },
    ]);
  });

  it('reports a decision that is not reproducible, by its place and its difference, and exits with 1', async () => {
    const { approved } = await history();
    await resealProfile(database(), approved.id, (profile) => ({
      ...profile,
      decision: { ...Object(profile['decision']), outcome: 'decline' },
    }));
    expect(await replay()).to.deep.equal({
      code: 1,
      lines: [
        `DIFFERS  ${approved.id} seq ${approved.seq}: record`,
        '2 profiles, 3 decisions made again: 2 the same, 1 not. 0 of an older release: 0 the same, 0 otherwise now.',
      ],
    });
    const { code, lines } = await replay('--json', '--profile', approved.id);
    expect(code).to.equal(1);
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({
      kind: 'differs',
      profile_id: approved.id,
      seq: approved.seq,
      why: 'record',
    });
  });

  it('exits with 2 where it could not make the decisions of a profile again, because its row does not open', async () => {
    const { declined } = await history();
    await database().admin.collection('profiles').update(declined.id, { version: 99 });
    for (const options of [[], ['--policy', draft({})]]) {
      const { code, lines } = await replay(...options);
      expect(lines).to.include(`DAMAGED  ${declined.id}: its row does not open; portcullis ledger verify says why`);
      expect(code, options.join()).to.equal(2);
    }
  });

  it('applies a draft to the history, and reports what would change and why', async () => {
    const { approved, declined } = await history();
    const file = draft({ actions: { face_mismatch: 'review' }, liveness: { pass: 100, attack: 10 } });
    const { code, lines } = await replay('--policy', file);
    expect(code).to.equal(0);
    expect(lines.filter((line) => line.startsWith('CHANGES')).toSorted()).to.deep.equal(
      [
        `CHANGES  ${approved.id} seq ${approved.seq}: approve to retry; comes liveness_low_score`,
        `CHANGES  ${declined.id} seq ${declined.seq}: decline to review; comes liveness_low_score`,
      ].toSorted(),
    );
    expect(lines.slice(lines.findLastIndex((line) => line.startsWith('CHANGES')) + 1)).to.deep.equal([
      'change                decisions    share  for example',
      `approve to retry              1   50.0 %  ${approved.id}`,
      `decline to review             1   50.0 %  ${declined.id}`,
      '',
      'reason                                was    comes     goes would be',
      'liveness_low_score                      0        2        0        2',
      'face_mismatch                           1        0        0        1',
      '',
      'document                        decisions  changed    share',
      'UTO passport                            2        2  100.0 %',
      '',
      'was        approve    retry   review  decline',
      'approve          0        1        0        0',
      'retry            0        0        0        0',
      'review           0        0        0        0',
      'decline          0        0        1        0',
      '',
      '2 profiles, 2 decisions, 2 would change. 0 could not be judged: their evidence is not what was decided upon.',
    ]);
  });

  it('counts the results of a draft for programs', async () => {
    const { approved, declined } = await history();
    const file = draft({ actions: { face_mismatch: 'review' }, liveness: { pass: 100, attack: 10 } });
    const { lines } = await replay('--policy', file, '--json');
    const printed = lines.map((line) => JSON.parse(line));
    const objects = printed.filter(({ note }) => note === undefined);
    expect(objects.map(({ kind }) => kind)).to.deep.equal(['change', 'change', 'summary']);
    expect(objects.at(-1)).to.deep.equal({
      kind: 'summary',
      profiles: 2,
      decisions: 2,
      changed: 2,
      unjudged: 0,
      matrix: {
        approve: { approve: 0, retry: 1, review: 0, decline: 0 },
        retry: { approve: 0, retry: 0, review: 0, decline: 0 },
        review: { approve: 0, retry: 0, review: 0, decline: 0 },
        decline: { approve: 0, retry: 0, review: 1, decline: 0 },
      },
      cells: [
        { from: 'approve', to: 'retry', decisions: 1, percent: 50, sample: [approved.id] },
        { from: 'decline', to: 'review', decisions: 1, percent: 50, sample: [declined.id] },
      ],
      reasons: [
        { code: 'liveness_low_score', was: 0, comes: 2, goes: 0, would_be: 2 },
        { code: 'face_mismatch', was: 1, comes: 0, goes: 0, would_be: 1 },
      ],
      segments: [{ country: 'UTO', decisions: 2, changed: 2, percent: 100, document_type: 'passport' }],
    });
    const one = await replay('--policy', file, '--profile', declined.id, '--json');
    const kinds = one.lines.map((line) => JSON.parse(line).kind);
    expect(kinds.filter((kind) => kind !== undefined)).to.deep.equal(['change', 'summary']);
  });

  it('can be limited to decisions since a time', async () => {
    await history();
    const { lines } = await replay('--since', '2100-01-01', '--json');
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({ profiles: 2, same: 0 });
  });

  it('writes nothing, whatever its options are', async () => {
    await history();
    const before = await everything();
    for (const options of [[], ['--policy', draft({ minimumAge: 99 })]]) await replay(...options);
    expect(await everything()).to.equal(before);
  });

  it('exits with 1 for a missing profile or draft, with 2 without a database, with 64 for unknown arguments', async () => {
    await history();
    expect(await replay('--profile', 'none00000000000')).to.deep.equal({
      code: 1,
      lines: ['There is no such profile.'],
    });
    expect((await replay('--policy', draft({ minimumAge: -1 }))).code).to.equal(1);
    for (const options of [['--since', 'yesterday'], ['--profile', '../x'], ['--write'], ['now']]) {
      expect((await replay(...options)).code, options.join(' ')).to.equal(64);
    }
    expect((await replay('--help')).code).to.equal(0);
    expect((await runCommand(replayCommand, environmentOf('http://127.0.0.1:9'))).code).to.equal(2);
    expect((await runCommand(replayCommand, {})).code).to.equal(78);
  });
});
