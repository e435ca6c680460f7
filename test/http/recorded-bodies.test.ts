import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { recordBodies, recordedFile } from '../support/http/recorded-bodies.ts';

const paragraphsOf = (text: string): readonly string[] => text.trimEnd().split('\n\n');

/** The recorded exchanges that are answered otherwise now, and those that are new or gone. */
const differences = (recorded: string, answered: string): readonly string[] => {
  const before = paragraphsOf(recorded);
  const now = paragraphsOf(answered);
  const known = new Set(before);
  const current = new Set(now);
  return [
    ...before.filter((text) => !current.has(text)).map((text) => `recorded: ${text}`),
    ...now.filter((text) => !known.has(text)).map((text) => `answered: ${text}`),
  ];
};

const howToRecord = 'npm run record:bodies records them anew';

describe('the recorded bodies of the API', function () {
  this.timeout(60_000);
  let answered: string;
  before(async () => {
    answered = await recordBodies();
  });

  it(`are answered byte for byte (${howToRecord})`, () => {
    const recorded = readFileSync(recordedFile, 'utf8');
    expect(differences(recorded, answered)).to.deep.equal([]);
    expect(answered === recorded, `the order of the exchanges: ${howToRecord}`).to.equal(true);
  });

  it('have successes and refusals of every kind', () => {
    const statuses = new Set(paragraphsOf(answered).map((text) => text.split('\n')[2]?.split(' ')[0]));
    const expected = ['200', '201', '202', '204', '400', '401', '403', '404', '405', '409', '412', '413', '415', '422'];
    expect([...statuses]).to.include.members([...expected, '429', '502', '503', '504']);
  });

  it('hide the version of the policy from the person, since it may contain a threshold', () => {
    const toPersons = paragraphsOf(answered).filter((text) => /^# \w+ by flow\b/.test(text));
    const settled = toPersons.filter((text) => /^20/.test(text.split('\n')[2] ?? ''));
    expect(settled).to.have.length.of.at.least(8);
    for (const text of settled) expect(text).not.to.match(/"version"|1\+liveness/);
  });

  it('differ where a field stands at another place, though the objects are equal', () => {
    const swapped = answered.replace(
      '{"id":"ada000000000001","object":"profile",',
      '{"object":"profile","id":"ada000000000001",',
    );
    expect(swapped).to.not.equal(answered);
    expect(differences(answered, swapped)).to.not.be.empty;
  });
});
