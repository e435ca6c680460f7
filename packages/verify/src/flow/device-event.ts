import type { FlowSettings } from '@portcullis/client/flow';

type Fingerprint = FlowSettings['fingerprint'];

/** The part of the vendor's agent (version 4) that the page uses, as it comes from the operator's endpoint. */
export type AgentModule = {
  readonly start: (options: unknown) => PromiseLike<Agent> | Agent;
  /** Keeps the agent from trying the vendor's own addresses where the operator's do not answer. */
  readonly withoutDefault?: (endpoint: string) => unknown;
};
type Agent = { readonly get: (options: unknown) => Promise<{ readonly event_id?: unknown }> };

/** Has the agent make an event of this device for a profile. Answers its name; `null` where there is none. */
export type MakeDeviceEvent = (fingerprint: Fingerprint, profileId: string) => Promise<string | null>;

type Parts = {
  readonly load: (url: string) => Promise<AgentModule>;
  readonly wait: (seconds: number, then: () => void) => void;
};

/** In seconds. Nobody waits longer for an endpoint that does not answer. */
const patience = 10;

/** Nothing is loaded before it is asked for. An agent that is blocked, or that fails, is as good as none. */
export const deviceEvents =
  ({ load, wait }: Parts): MakeDeviceEvent =>
  async ({ agent, region }, profileId) => {
    if (agent === null) return null;
    const { endpoint, public_key: apiKey } = agent;
    const make = async (): Promise<string | null> => {
      const { start, withoutDefault } = await load(`${endpoint}/web/v4/${apiKey}`);
      const endpoints = withoutDefault === undefined ? endpoint : withoutDefault(endpoint);
      const started = await start({ apiKey, endpoints, region, urlHashing: { query: true, fragment: true } });
      const { event_id: eventId } = await started.get({ linkedId: profileId, timeout: patience * 1000 });
      return typeof eventId === 'string' && eventId !== '' ? eventId : null;
    };
    const givenUp = new Promise<null>((resolve) => wait(patience, () => resolve(null)));
    return Promise.race([make().catch(() => null), givenUp]);
  };
