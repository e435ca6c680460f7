import { expect } from 'chai';
import { type AgentModule, deviceEvents } from '#verify/flow/device-event';

const fingerprint = { region: 'eu', agent: { endpoint: 'https://metrics.acme.example/a', public_key: 'key1' } };

/** An agent that answers this, and what it was asked. */
const openAgent = (get: () => Promise<{ readonly event_id?: unknown }>, more: Partial<AgentModule> = {}) => {
  const asked: unknown[] = [];
  const timers: (() => void)[] = [];
  const load = async (url: string): Promise<AgentModule> => {
    asked.push(url);
    const start = (options: unknown) => {
      asked.push(options);
      return {
        get: (wanted: unknown) => {
          asked.push(wanted);
          return get();
        },
      };
    };
    return { start, ...more };
  };
  const wait = (seconds: number, then: () => void): void => {
    asked.push(seconds);
    timers.push(then);
  };
  return { asked, timers, load, wait };
};

describe('the device event of a page', () => {
  it("is made by the agent of the operator's endpoint, for the profile", async () => {
    const agent = openAgent(async () => ({ event_id: 'event1' }), {
      withoutDefault: (endpoint) => ({ only: endpoint }),
    });
    expect(await deviceEvents(agent)(fingerprint, 'p1')).to.equal('event1');
    expect(agent.asked).to.deep.equal([
      10,
      'https://metrics.acme.example/a/web/v4/key1',
      {
        apiKey: 'key1',
        endpoints: { only: 'https://metrics.acme.example/a' },
        region: 'eu',
        urlHashing: { query: true, fragment: true },
      },
      { linkedId: 'p1', timeout: 10_000 },
    ]);
  });

  it('is none, and nothing is loaded, where no agent is configured', async () => {
    const agent = openAgent(async () => ({ event_id: 'event1' }));
    expect(await deviceEvents(agent)({ region: 'eu', agent: null }, 'p1')).to.equal(null);
    expect(agent.asked).to.deep.equal([]);
  });

  it('is none where the agent fails, cannot be loaded, or names no event', async () => {
    const failing = openAgent(() => Promise.reject(new Error('blocked')));
    const nameless = openAgent(async () => ({ event_id: '' }));
    const missing = { ...nameless, load: () => Promise.reject(new TypeError('Failed to fetch')) };
    for (const agent of [failing, nameless, missing])
      expect(await deviceEvents(agent)(fingerprint, 'p1')).to.equal(null);
  });

  it('is none where there is no answer in time', async () => {
    const silent = openAgent(() => new Promise(() => undefined));
    const made = deviceEvents(silent)(fingerprint, 'p1');
    for (const elapse of silent.timers) elapse();
    expect(await made).to.equal(null);
  });
});
