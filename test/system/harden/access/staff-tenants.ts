import { staffRoles, t } from '@portcullis/domain/kernel';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { routesFor } from '#http/server';
import { readReply } from '../../../support/clients/api-client.ts';
import { httpConfig } from '../../../support/http/server.ts';
import { everyNth, oneOfEach } from '../harness/sampling.ts';
import { type Belongings, belongingsOf, belongingsOfNobody } from './belongings.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { forEachConcurrently, type RawClient, type RawResponse, rawClientAt } from './http-client.ts';
import { type AsStaff, wholeOf } from './made-by-staff.ts';
import type { StaffDoor } from './sessions.ts';
import { type StaffTry, staffTriesOf } from './staff-places.ts';
import { berlin, globex, paris, type StaffEnvironment, wholeAcme } from './subjects.ts';
import type { Tenant } from './tokens.ts';

const workers = 4;

/** Staff who may do everything, and what belongs to their own tenant. */
type Member = { readonly who: string; readonly tenant: Tenant; readonly own: Belongings };

/** What was tried, and what must not have happened. */
export type StaffSummary = {
  tries: number;
  places: number;
  different: number;
  leaked: number;
  broken: number;
  blind: number;
  changed: number;
  undeclared: number;
};

type Options = {
  readonly every: number;
  readonly isShort: boolean;
  readonly seed: number;
  readonly say: (line: string) => void;
};

type Asking = { readonly as: AsStaff; readonly close: () => void };

const askingAt = ({ ask, close }: RawClient, door: StaffDoor): Asking => ({
  as: async (tenant, question, name, roles = staffRoles) => {
    const headers = await door.headersOf({ kind: 'staff', tenant, roles, state: 'fresh' });
    return ask({ ...question, headers: { ...question.headers, ...headers, 'request-id': name } });
  },
  close,
});

const shownTo = [
  '/api/profiles',
  '/api/reviews',
  '/api/clients',
  '/api/webhook-endpoints',
  '/api/policies',
  '/api/lists',
  '/api/policy-drafts',
];

const Listed = t.type({ data: t.array(t.intersection([t.UnknownRecord, t.partial({ redaction: t.unknown })])) });

/**
 * What staff of each tenant see of it, with who has claimed what, by tenant and path. From
 * what is erased the service still removes data.
 */
const stateOf = async ({ as }: Asking): Promise<ReadonlyMap<string, string>> => {
  const seen = [paris, globex, berlin].flatMap((tenant) =>
    shownTo.map(async (path): Promise<readonly [string, string]> => {
      const { bytes, status } = await as(tenant, { method: 'GET', path }, 'state');
      const { data } = readReply(Listed, { status, headers: {}, bytes });
      const kept = data.filter(({ redaction = null }) => redaction === null);
      return [`${path} of ${tenant.team ?? tenant.partner}`, JSON.stringify(kept)];
    }),
  );
  return new Map(await Promise.all(seen));
};

const leaks = ({ bytes }: RawResponse, victim: Belongings): boolean => {
  const { client, draft, endpoint, entry, event, member, profile, reference } = victim;
  const text = bytes.toString('latin1');
  return [client, draft, endpoint, entry, event, member, profile, reference].some((word) => text.includes(word));
};

/** What is the same in two answers that are alike: everything, but the ids and the time of what each has made. */
const alikeIn = (answer: RawResponse, { makes }: StaffTry): string => {
  if (!makes) return comparableAnswer(answer);
  const text = answer.bytes.toString('utf8').replaceAll(/"(id|added_at)":"[^"]*"/g, '"$1":""');
  return comparableAnswer({ ...answer, bytes: Buffer.from(text) });
};

const MadeEntries = t.type({ data: t.array(t.type({ id: t.string })) });

/** Takes off the lists again what the caller has put there. */
const takeBack = async (as: AsStaff, { tenant }: Member, { bytes, status }: RawResponse): Promise<void> => {
  if (status !== 201) return;
  const { data } = readReply(MadeEntries, { status, headers: {}, bytes }, 201);
  for (const { id } of data) await as(tenant, { method: 'DELETE', path: `/api/lists/${id}` }, 'back');
};

type Attempt = { readonly member: Member; readonly victim: Belongings; readonly one: StaffTry };

const attempt = async (
  { as }: Asking,
  { member, one, victim }: Attempt,
  summary: StaffSummary,
  say: (line: string) => void,
): Promise<void> => {
  summary.tries += 1;
  const name = `staff-${summary.tries}`;
  const theirs = await as(member.tenant, one.request(victim, member.own), name);
  const missing = await as(member.tenant, one.request(belongingsOfNobody(victim, summary.tries), member.own), name);
  if (one.makes) for (const answer of [theirs, missing]) await takeBack(as, member, answer);
  if (theirs.status >= 500) summary.broken += 1;
  if (leaks(theirs, victim)) summary.leaked += 1;
  if (one.isShared || alikeIn(theirs, one) === alikeIn(missing, one)) return;
  summary.different += 1;
  if (summary.different <= 20)
    say(`${one.place}, by ${member.who}: ${theirs.status}, and ${missing.status} for nobody's`);
};

/** Whether staff of a tenant find what they name of their own. */
const finds = async ({ as }: Asking, tenant: Tenant, own: Belongings, one: StaffTry): Promise<boolean> => {
  const found = await as(tenant, one.request(own, own), 'found');
  const missing = await as(tenant, one.request(belongingsOfNobody(own, 1), own), 'found');
  return alikeIn(found, one) !== alikeIn(missing, one);
};

/**
 * The places where the owner finds nothing either, nor its whole partner, so that nothing is proven there. What is
 * removed is so last.
 */
const blindPlaces = async (asking: Asking, own: Belongings, tries: readonly StaffTry[]): Promise<readonly string[]> => {
  const looked = tries.filter(({ isLookedUp }) => isLookedUp);
  const blind: string[] = [];
  for (const one of [...looked.filter(({ removes }) => !removes), ...looked.filter(({ removes }) => removes)]) {
    if (await finds(asking, own.tenant, own, one)) continue;
    if (!one.isOfPartner || !(await finds(asking, wholeOf(own.tenant), own, one))) blind.push(one.place);
  }
  return blind;
};

/**
 * Lets staff of another partner, and of another team, name what belongs to others in every place that a route for staff
 * has. They must be answered with the bytes for what nobody has, and change nothing.
 */
export const tryStaff = async (
  environment: StaffEnvironment,
  driver: RecordDriver,
  { every, isShort, say, seed }: Options,
): Promise<StaffSummary> => {
  const { tries, undeclared } = staffTriesOf(routesFor(httpConfig));
  for (const field of undeclared) say(`nobody has said what this names: ${field}`);
  const asking = askingAt(rawClientAt(environment.baseUrl, workers), environment.staff);
  const states = isShort ? (['waiting'] as const) : undefined;
  const has = (tenant: Tenant) => belongingsOf(environment, driver, tenant, asking.as, states);
  const ofParis = await has(paris);
  const ofGlobex = await has(globex);
  const ofBerlin = await has(berlin);
  const pairs: readonly (readonly [who: string, Tenant, own: readonly Belongings[], of: readonly Belongings[]])[] = [
    ['staff of another team', berlin, ofBerlin, [...ofParis, ...ofGlobex]],
    ['staff of another partner, whole', wholeAcme, ofBerlin, ofGlobex],
    ['staff of another partner', globex, ofGlobex, [...ofParis, ...ofBerlin]],
  ];
  const attempts = pairs.flatMap(([who, tenant, [own], victims]) =>
    victims.flatMap((victim) =>
      own === undefined
        ? []
        : tries
            .filter(({ isOfPartner }) => !isOfPartner || victim.tenant.partner !== tenant.partner)
            .map((one): Attempt => ({ member: { who, tenant, own }, victim, one })),
    ),
  );
  const summary: StaffSummary = {
    tries: 0,
    different: 0,
    leaked: 0,
    broken: 0,
    blind: 0,
    changed: 0,
    places: tries.length,
    undeclared: undeclared.length,
  };
  const before = await stateOf(asking);
  const placeOf = ({ one: { place } }: Attempt): string => place;
  const chosen = [...new Set([...everyNth(attempts, every, seed), ...oneOfEach(attempts, placeOf, seed)])];
  const act = (one: Attempt): Promise<void> => attempt(asking, one, summary, say);
  await forEachConcurrently(
    chosen.filter(({ one }) => !one.makes),
    act,
    workers,
  );
  // Two who put the same document on the list of one partner would meet what the other one has made.
  await forEachConcurrently(
    chosen.filter(({ one }) => one.makes),
    act,
    1,
  );
  for (const [what, shown] of await stateOf(asking)) {
    if (before.get(what) === shown) continue;
    summary.changed += 1;
    say(`has changed: ${what}`);
  }
  const [own] = ofParis;
  const sampled = everyNth(tries, every, seed);
  const blind = own === undefined ? tries.map(({ place }) => place) : await blindPlaces(asking, own, sampled);
  for (const place of blind) say(`finds nothing of one's own either: ${place}`);
  asking.close();
  return { ...summary, blind: blind.length };
};
