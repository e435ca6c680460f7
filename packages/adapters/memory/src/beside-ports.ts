import type { PasswordHasher } from '@portcullis/backoffice/ports';
import { type Clock, E } from '@portcullis/domain';
import { sha256OfText } from '@portcullis/domain/kernel';
import type { Client, ClientStore } from '@portcullis/domain/ports';
import { knownClients } from '@portcullis/domain/use-cases';
import type { EventFeed, FeedWatch, WebhookRequest, WebhookSender } from '@portcullis/events/ports';

/** Looks at a feed once. A request waits for nothing: it learns what is there. */
export const memoryFeedWatch = (feed: Pick<EventFeed, 'heads'>): FeedWatch => ({
  begin: (partnerId) => ({
    hasPassed: async (place) => {
      const found = await feed.heads([partnerId])();
      return E.isRight(found) && found.right.some((head) => head.place > place);
    },
    end: () => undefined,
  }),
});

/** Keeps requests in place of sending them. */
export type MemoryWebhookSender = WebhookSender & { readonly sent: readonly WebhookRequest[] };

const memoryWebhookSender = (): MemoryWebhookSender => {
  const sent: WebhookRequest[] = [];
  return {
    sent,
    send: (request) => async () => {
      sent.push(request);
      return { _tag: 'Answered', status: 204, retryAfterSeconds: null, ms: 0, address: '192.0.2.1' };
    },
    rejectionOf: (url) => (/^https:\/\/[^\s/?#@]+/.test(url) ? null : 'malformed'),
  };
};

const digestOf = (password: string): string => `memory$${sha256OfText(password.normalize('NFKC'))}`;

/** Digests without a salt, which cost nothing: whoever has one finds the password. */
const memoryPasswords: PasswordHasher = {
  hash: async (password) => digestOf(password),
  matches: (password, hash) => async () => E.right(hash === digestOf(password)),
  ofNobody: 'memory$',
};

type Given = {
  readonly clock: Clock;
  readonly clients: readonly Client[];
  readonly eventFeed: EventFeed;
  readonly clientStore: ClientStore;
};

/** What the events and the back office need that neither a store nor the verification of people has. */
export const besidePorts = ({ clients, clientStore, clock, eventFeed }: Given) => ({
  feedWatch: memoryFeedWatch(eventFeed),
  webhookSender: memoryWebhookSender(),
  wait: async () => undefined,
  components: {
    liveness: 'simulated',
    document_ai: 'simulated',
    fingerprint: 'simulated',
    cloud_credentials: 'simulated',
  },
  configuredClients: clients,
  knownClients: knownClients({ clients: clientStore, clock }),
  onBackTestFailed: () => undefined,
  onStaffSignInRefused: () => undefined,
  passwords: memoryPasswords,
  pause: async () => undefined,
  staffProvider: null,
});
