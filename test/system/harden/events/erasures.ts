import { t } from '@portcullis/domain/kernel';
import { readReply, sendRequest, textOf } from '../../../support/clients/api-client.ts';
import { type CanaryValue, canaryValuesOf, findCanaries, mark, type ScannedFile } from '../canaries/canary-values.ts';
import type { Findings, HarnessOptions } from '../harness/harness.ts';
import type { Partner } from './partner.ts';
import { createEndpoint } from './receivers/endpoints.ts';
import type { ReadEvent } from './receivers/feed-reader.ts';
import { type Arrival, type Receiver, startReceiver } from './receivers/receiver.ts';
import { dueDeliveries, waitingDeliveries } from './shared/stored-events.ts';
import { untilNone } from './shared/until-none.ts';

/** Four canaries each: reference, name, document number and address. */
const personsOf = ({ size }: HarnessOptions): number => (size === 'short' ? 10 : 100);

type Person = { readonly id: string; readonly texts: readonly string[] };

const createPersons = async ({ createPerson }: Partner, count: number): Promise<readonly Person[]> => {
  const persons: Person[] = [];
  for (let n = 1; n <= count; n += 1) {
    const [reference, name, number, address] = ['reference', 'name', 'number', 'street'].map(
      (what) => `${mark}${what}${n}x`,
    ) as [string, string, string, string];
    const claimed = { full_name: `Ödla ${name}`, document_number: number, address: `${address} 1\nUtopia` };
    const id = await createPerson({ reference, claimed, metadata: { [`${mark}_key`]: reference } });
    persons.push({ id, texts: [reference, name, number, address] });
  }
  return persons;
};

const Redacted = t.type({ redaction: t.type({ completed_at: t.union([t.string, t.null]) }) });

const isErased = async ({ production: { baseUrl, token } }: Partner, { id }: Person): Promise<boolean> => {
  const { redaction } = readReply(Redacted, await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token }));
  return redaction.completed_at !== null;
};

const eraseAll = async (partner: Partner, persons: readonly Person[]): Promise<void> => {
  const { baseUrl, token } = partner.production;
  for (const { id } of persons) {
    const reply = await sendRequest(baseUrl, { method: 'DELETE', path: `/api/profiles/${id}`, token });
    if (reply.status !== 202) throw new Error(`an erasure was answered ${reply.status}: ${textOf(reply)}`);
  }
  await untilNone('erasures that are not complete', async () => {
    const done = await Promise.all(persons.map((person) => isErased(partner, person)));
    return done.filter((one) => !one).length;
  });
};

/** The tables that hold what is said of events, as they are stored. */
const storedTexts = ({ tables }: Partner): Promise<readonly ScannedFile[]> => {
  const names = ['webhook_endpoints', 'webhook_states', 'webhook_deliveries', 'webhook_tries', 'feed_heads'];
  const read = async (where: string, sql: string): Promise<ScannedFile> => {
    return { where, bytes: Buffer.from(JSON.stringify(await tables.query(sql))) };
  };
  return Promise.all([
    ...names.map((table) => read(table, `SELECT * FROM ${table}`)),
    read('events of the ledger', "SELECT partner_key, event FROM ledger WHERE event != ''"),
  ]);
};

const logOfTries = async ({ production: { baseUrl, token } }: Partner, endpoint: string): Promise<ScannedFile> => {
  const reply = await sendRequest(baseUrl, { path: `/api/webhook-endpoints/${endpoint}/deliveries`, token });
  if (reply.status !== 200) throw new Error(`the log of tries was answered ${reply.status}`);
  return { where: 'the log of tries', bytes: reply.bytes };
};

/** Whether a webhook says of an erased profile that it is erased, and nothing else. */
const tellsOfErasure = ({ body }: Arrival): boolean =>
  body.includes('"type":"profile.erased"') && body.includes('"reasons":[]') && body.includes('"previous_status":null');

const showsOf = async (
  { production: { baseUrl, token } }: Partner,
  persons: readonly Person[],
): Promise<readonly ScannedFile[]> =>
  Promise.all(
    persons.map(async ({ id }) => {
      const { bytes } = await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token });
      return { where: 'profile', bytes };
    }),
  );

const fileOf = (where: string, texts: readonly string[]): ScannedFile => ({
  where,
  bytes: Buffer.from(texts.join('\n')),
});

type Played = {
  readonly endpoint: string;
  readonly persons: readonly Person[];
  readonly shown: readonly ScannedFile[];
  readonly feeds: readonly (readonly ReadEvent[])[];
  /** How many deliveries waited at the erasure, and what arrived behind it. */
  readonly waited: number;
  readonly later: readonly Arrival[];
};

/** Every second request is refused until the profiles are erased; then what waits is sent. */
const play = async (partner: Partner, receiver: Receiver, open: () => void, count: number): Promise<Played> => {
  const { advance, clock, production, readFeed, tables } = partner;
  const endpoint = await createEndpoint(production, receiver);
  const persons = await createPersons(partner, count);
  await untilNone('events that were not tried', () => 2 * persons.length - receiver.tried());
  const shown = await showsOf(partner, persons);
  const before = await readFeed();
  const waited = await waitingDeliveries(tables);
  await eraseAll(partner, persons);
  const arrived = receiver.arrivals.length;
  open();
  for (let looks = 0; looks < 5 && (await waitingDeliveries(tables)) > 0; looks += 1) {
    await advance(6 * 60_000);
    await untilNone('deliveries that are due', () => dueDeliveries(tables, clock.now()));
  }
  const later = receiver.arrivals.slice(arrived);
  return {
    endpoint,
    persons,
    shown,
    waited,
    later,
    feeds: [before, await readFeed()],
  };
};

const findingsOf = async (partner: Partner, receiver: Receiver, played: Played): Promise<Findings> => {
  const { endpoint, feeds, later, persons, shown, waited } = played;
  const values: readonly CanaryValue[] = persons.flatMap(({ texts }) =>
    texts.flatMap((text) => canaryValuesOf(text, text)),
  );
  const files = [
    fileOf(
      'the webhooks',
      receiver.arrivals.map(({ body }) => body),
    ),
    fileOf(
      'the feed',
      feeds.flat().map(({ text }) => text),
    ),
    await logOfTries(partner, endpoint),
    ...(await storedTexts(partner)),
    fileOf('the log of the service', [partner.production.program.printed()]),
  ];
  const texts = persons.flatMap((person) => person.texts);
  const known = new Set(findCanaries(shown, values));
  return {
    performed: {
      'profiles erased': persons.length,
      canaries: texts.length,
      'deliveries that waited for an erased profile': waited,
      'webhooks behind the erasures': later.length,
      'bytes looked through': files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    },
    violations: {
      'canaries that a profile did not show': texts.filter((text) => !known.has(`${text} in profile`)).length,
      'canaries in events, webhooks, tables or logs': findCanaries(files, values).length,
      'erasures for which nothing waited': waited === 0 ? 1 : 0,
      'waiting deliveries that were not sent': Math.max(0, waited - later.length),
      'webhooks of an erased profile that say something else': later.filter((one) => !tellsOfErasure(one)).length,
      'events of an erased profile that say something else': (feeds[1] ?? []).filter(
        ({ type }) => type !== 'profile.erased',
      ).length,
      'webhooks without a valid signature, of erased profiles': receiver.forged(),
    },
  };
};

/** Profiles that are erased while their events wait for an endpoint. The feed must have no other events. */
export const runErasures = async (partner: Partner, order: HarnessOptions): Promise<Findings> => {
  let isOpen = false;
  let requests = 0;
  const failure = () => {
    requests += 1;
    return isOpen || requests % 2 === 0 ? null : 'error';
  };
  const receiver = await startReceiver({ clock: partner.clock, failure });
  try {
    const open = (): void => {
      isOpen = true;
    };
    return await findingsOf(partner, receiver, await play(partner, receiver, open, personsOf(order)));
  } finally {
    await receiver.close();
  }
};
