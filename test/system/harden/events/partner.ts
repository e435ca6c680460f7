import { scopes } from '@portcullis/domain/kernel';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { Created, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { clockAheadSignal } from '../../../support/clock/clock-ahead.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import type { StoredTables } from '../../../support/servers/stored-tables.ts';
import { newHttpClient } from '../cluster/http-client.ts';
import { toThisMachine } from './receivers/endpoints.ts';
import { followFeed, type ReadEvent } from './receivers/feed-reader.ts';
import { untilPlaced } from './shared/stored-events.ts';
import { openWorldClock, type WorldClock } from './shared/world-clock.ts';

/** A partner of one instance of the service that logs everything. */
export type Partner = {
  readonly production: Production;
  readonly clock: WorldClock;
  /** Sets the clocks of the service and of its database ahead. */
  readonly advance: (ms: number) => Promise<void>;
  /** The stored data, past the service. */
  readonly tables: StoredTables;
  /** Creates a profile whose person consents: two events. Answers its id. */
  readonly createPerson: (json: object) => Promise<string>;
  /** The events of the feed from the oldest on, once everything that was written is in it. */
  readonly readFeed: () => Promise<readonly ReadEvent[]>;
  readonly close: () => Promise<void>;
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

export const openPartner = async (engine: EngineName): Promise<Partner> => {
  const clock = openWorldClock();
  const variables = {
    ...toThisMachine,
    ...sealedAsInProduction,
    NODE_OPTIONS: clock.nodeOptions,
    LOG_LEVEL: 'debug',
    JWT_CLIENT_SCOPES: scopes.join(' '),
  };
  const production = await openProduction(variables, engine);
  const { baseUrl, database, program, token } = production;
  const client = newHttpClient();
  const tables = await database.tables();
  return {
    production,
    clock,
    tables,
    advance: (ms) => clock.advance(ms, database.setAhead, () => void program.child.kill(clockAheadSignal)),
    createPerson: async (json) => {
      const create = { method: 'POST', path: '/api/profiles/create', token, json } as const;
      const { flow_token: flow, profile } = readReply(Created, await sendRequest(baseUrl, create), 201);
      const path = `/api/profiles/${profile.id}`;
      const { status } = await sendRequest(baseUrl, { method: 'PATCH', path, token: flow, json: consent });
      if (status !== 200) throw new Error(`the consent was answered ${status}`);
      return profile.id;
    },
    readFeed: async () => {
      await untilPlaced(tables);
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
