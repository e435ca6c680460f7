import { createClient, unwrap } from '@portcullis/client';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { makePeople } from '#cli/demo/people';
import { parseSandboxArgs } from '#cli/sandbox/options';
import { isFullEffort } from '../../support/effort.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

/**
 * What becomes of each: of the first twelve most wait for a reviewer. The provider that does not answer may have been
 * given up already, and the minute of the one who expires may not have passed.
 */
const expected = [
  /^in_review face_match_borderline$/,
  /^in_review data_name_mismatch$/,
  /^in_review device_shared$/,
  /^in_review consent_declined,/,
  /^declined face_mismatch$/,
  /^in_review document_several_faces$/,
  /^in_review device_bot$/,
  /^approved $/,
  /^in_review data_birth_date_mismatch$/,
  /^(processing|in_review provider_unavailable)/,
  /^canceled/,
  /^(in_progress $|expired flow_expired_abandoned$)/,
  /^requires_input liveness_low_score$/,
  /^created $/,
  /^in_progress $/,
  /^in_review device_event_replayed$/,
];
/** The one whose provider does not answer. */
const withoutAnswer = 9;
const few = isFullEffort ? expected.length : 5;

describe('the people of npm run sandbox -- --people', function () {
  this.timeout(isFullEffort ? 300_000 : 120_000);
  const sandbox = useSandbox();

  const people = async () => {
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
    const { data } = unwrap(await createClient({ baseUrl, clientId, clientSecret }).profiles.list({ limit: 100 }));
    return data.toSorted((a, b) => a.reference.localeCompare(b.reference));
  };

  it('are in different states, go on where a start was interrupted, and are made once', async () => {
    const there: number[] = [];
    await makePeople(sandbox(), few - 1);
    const before = await people();
    await makePeople(sandbox(), few, (count) => there.push(count));
    expect(there.at(-1)).to.equal(few);
    let after = await people();
    while (after.some(({ status }, n) => status === 'processing' && n !== withoutAnswer)) after = await people();
    expect(after.map(({ reference }) => reference)).to.deep.equal(
      Array.from({ length: few }, (_, n) => `person-${String(n + 1).padStart(3, '0')}`),
    );
    expect(after.slice(0, -1).map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
    for (const [n, { status, status_reasons: reasons }] of after.entries())
      expect(`${status} ${reasons.join()}`).to.match(expected[n] ?? /^$/);
  });

  it('are 1 to 100, and nobody without the option', () => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const parsed = (...args: readonly string[]) => parseSandboxArgs(args, { print: say, printError: say });
    expect(parsed()).to.deep.equal(E.right({ database: 'pocketbase', people: 0, fresh: false }));
    for (const people of [1, 100])
      expect(parsed('--people', String(people))).to.deep.equal(
        E.right({ database: 'pocketbase', people, fresh: false }),
      );
    for (const wrong of ['0', '101', '-1', '1.5', 'all', '']) {
      expect(parsed(`--people=${wrong}`), wrong).to.deep.equal(E.left(64));
      expect(said.join('\n'), wrong).to.include('It must be a number from 1 to 100.');
    }
  });
});
