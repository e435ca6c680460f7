import { scopes } from '@portcullis/domain/kernel';
import type PocketBase from 'pocketbase';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { Created, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { clockAheadSignal } from '../../../support/clock/clock-ahead.ts';
import { logInAsAdmin } from '../../../support/servers/pocketbase.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import { newHttpClient } from '../cluster/http-client.ts';
import { toThisMachine } from './receivers/endpoints.ts';
import { followFeed, type ReadEvent } from './receivers/feed-reader.ts';
import { untilPlaced } from './shared/stored-events.ts';
import { openWorldClock, type WorldClock } from './shared/world-clock.ts';

/** A partner of one instance of the service that logs everything. */
export type Partner = {
  readonly production: Production;
  readonly clock: WorldClock;
  /** Sets the clock of the service ahead. */
  readonly advance: (ms: number) => void;
  /** The SDK, logged in as superuser: it sees the stored data directly. */
  readonly admin: PocketBase;
  /** Creates a profile whose person consents: two events. Answers its id. */
  readonly createPerson: (json: object) => Promise<string>;
  /** The events of the feed from the oldest on, once everything that was written is in it. */
  readonly readFeed: () => Promise<readonly ReadEvent[]>;
  readonly close: () => Promise<void>;
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

export const openPartner = async (): Promise<Partner> => {
  const clock = openWorldClock();
  const production = await openProduction({
    ...toThisMachine,
    ...sealedAsInProduction,
    NODE_OPTIONS: clock.nodeOptions,
    LOG_LEVEL: 'debug',
    JWT_CLIENT_SCOPES: scopes.join(' '),
  });
  const { baseUrl, token } = production;
  const client = newHttpClient();
  const admin = await logInAsAdmin(production.environment['DATABASE_URL'] ?? '');
  return {
    production,
    clock,
    admin,
    advance: (ms) => clock.advance(ms, () => void production.program.child.kill(clockAheadSignal)),
    createPerson: async (json) => {
      const create = { method: 'POST', path: '/api/profiles/create', token, json } as const;
      const { flow_token: flow, profile } = readReply(Created, await sendRequest(baseUrl, create), 201);
      const path = `/api/profiles/${profile.id}`;
      const { status } = await sendRequest(baseUrl, { method: 'PATCH', path, token: flow, json: consent });
      if (status !== 200) throw new Error(`the consent was answered ${status}`);
      return profile.id;
    },
    readFeed: async () => {
      await untilPlaced(admin);
      const reader = followFeed({ ask: (asked) => client.ask(baseUrl, asked), token }, null);
      await reader.stop();
      return reader.events;
    },
    close: async () => {
      client.close();
      await production.close();
      clock.close();
    },
  };
};
