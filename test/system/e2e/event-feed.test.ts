import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { readReply, sendRequest } from '../../support/clients/api-client.ts';
import { playJourney, sandboxScenario } from '../../support/clients/journey.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const Page = t.type({
  data: t.array(
    t.type({
      id: t.string,
      type: t.string,
      timestamp: t.string,
      data: t.type({ id: t.string, status: t.string, version: t.number, previous_status: t.union([t.string, t.null]) }),
    }),
  ),
  next_after: t.string,
  has_more: t.boolean,
  damaged: t.number,
});
type Page = t.TypeOf<typeof Page>;
const Summaries = t.type({ data: t.array(t.type({ id: t.string, object: t.literal('profile_summary') })) });

describe('a partner that follows the feed of a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();
  const read = async (query: string) => {
    const { base_url: baseUrl, token } = sandbox().info;
    return sendRequest(baseUrl, { path: `/api/events?${query}`, token });
  };

  it('learns of an approval while it waits, and of everything before it once, in order', async () => {
    const { base_url: baseUrl, token } = sandbox().info;
    const begun = readReply(Page, await read('limit=100'));
    const since = new Date().toISOString();
    const journey = playJourney({ baseUrl, token, choose: sandboxScenario }, 'approve');
    const events: Page['data'] = [];
    for (let after = begun.next_after; events.at(-1)?.type !== 'profile.approved'; ) {
      const reply = await read(`wait=25&after=${after}&limit=2`);
      const page = readReply(Page, reply);
      expect(reply.bytes.length).to.be.below(2 * 2048);
      expect(page.damaged).to.equal(0);
      events.push(...page.data);
      after = page.next_after;
    }
    const { person, version } = await journey;
    expect(events.map(({ data, type }) => [type, data.id])).to.deep.equal(
      ['created', 'consent_given', 'submitted', 'approved'].map((type) => [`profile.${type}`, person.profileId]),
    );
    const versions = events.map(({ data }) => data.version);
    expect(versions).to.deep.equal(versions.toSorted((a, b) => a - b));
    expect(events.at(-1)?.data).to.include({ status: 'approved', previous_status: 'processing', version });
    expect(new Set(events.map(({ id }) => id)).size).to.equal(events.length);

    const again = readReply(Page, await read(`after=${begun.next_after}`));
    expect(again.data).to.deep.equal(events);
    const path = `/api/profiles?updated_after=${since}&view=summary&status=approved,declined`;
    const listed = readReply(Summaries, await sendRequest(baseUrl, { path, token }));
    expect(listed.data.map(({ id }) => id)).to.deep.equal([person.profileId]);
  });
});
