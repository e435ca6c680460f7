import { t } from '@portcullis/domain/kernel';
import { Created, readReply } from '../../../support/clients/api-client.ts';
import { runs } from '../../../support/effort.ts';
import { openProduction } from '../../../support/servers/production.ts';
import { mishapsIn } from '../../../support/servers/service-program.ts';
import type { Findings, Harness, Size } from '../harness/harness.ts';
import { everyNth, oneOfEach } from '../harness/sampling.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { type AccessViolation, accessViolations, type ProfileIdentifiers } from './access-violations.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { demands, serviceVariables } from './environment.ts';
import { forEachConcurrently, type RawClient, type RawRequest, type RawResponse, rawClientAt } from './http-client.ts';
import { consoleSite, sessionsIn, staffDoorOf } from './sessions.ts';
import { trySearches } from './staff-searches.ts';
import { tryStaff } from './staff-tenants.ts';
import {
  type AccessEnvironment,
  berlin,
  cancelProfile,
  globex,
  newSubject,
  paris,
  partnerServerOf,
  reachDecision,
  renewLink,
  requestErasure,
  type Subject,
  wholeAcme,
} from './subjects.ts';
import { distinguishablePlaces, median, type TimingPair } from './timing.ts';
import { flowToken, machineToken, type Tenant } from './tokens.ts';

/** The step at which attempts are sampled, beside one attempt at each place. */
const samplingSteps: Readonly<Record<Size, number>> = { short: runs(11, 211), full: 1, long: 1 };
/** The step at which places are proven to be some, for which each needs a person of its own. */
const provenSteps: Readonly<Record<Size, number>> = { short: runs(11, 151), full: 1, long: 1 };

const workers = 4;

/** Somebody with a valid token and a profile of their own. */
type Attacker = { readonly who: string; readonly token: string; readonly own: Subject; readonly tenant: Tenant };

type AccessAttempt = {
  readonly attacker: Attacker;
  readonly victim: Subject & ProfileIdentifiers;
  readonly violation: AccessViolation;
};

const Dated = t.type({
  created_at: t.string,
  version: t.number,
  decision: t.union([t.type({ seq: t.number }), t.null]),
});

const withIdentifiers = async (
  environment: AccessEnvironment,
  subject: Subject,
): Promise<Subject & ProfileIdentifiers> => {
  const profile = await partnerServerOf(environment, subject.tenant)({ path: `/api/profiles/${subject.id}` });
  const { created_at: createdAt, decision, version } = readReply(Dated, profile);
  return { ...subject, createdAt, seq: decision?.seq ?? version };
};

/** Creates profiles of a tenant in every state that one can have. */
const victimsOf = async (
  environment: AccessEnvironment,
  tenant: Tenant,
): Promise<readonly (Subject & ProfileIdentifiers)[]> => {
  const made = (what: string, photo = false) =>
    newSubject(environment, tenant, `${what}-of-${tenant.team ?? tenant.partner}`, photo);
  const all = [
    await made('open', true),
    await made('new'),
    await reachDecision(environment, await made('decided', true)),
    await cancelProfile(environment, await made('ended')),
    await renewLink(environment, await made('relinked')),
    await requestErasure(environment, await made('erased')),
  ];
  return Promise.all(all.map((subject) => withIdentifiers(environment, subject)));
};

const machine = (who: string, tenant: Tenant, own: Subject): Attacker => ({
  who,
  tenant,
  own,
  token: machineToken(demands, tenant),
});

const person = (who: string, own: Subject): Attacker => {
  const { generation, id: profile, tenant } = own;
  return { who, tenant, own, token: flowToken(demands, { profile, tenant, generation }) };
};

const attemptsAt = async (environment: AccessEnvironment): Promise<readonly AccessAttempt[]> => {
  const ofParis = await victimsOf(environment, paris);
  const ofGlobex = await victimsOf(environment, globex);
  const neighbours = [await withIdentifiers(environment, await newSubject(environment, berlin, 'neighbour', true))];
  const ours = await newSubject(environment, berlin, 'ours', true);
  const theirs = await newSubject(environment, globex, 'theirs', true);
  const pairs: readonly (readonly [Attacker, readonly (Subject & ProfileIdentifiers)[]])[] = [
    [machine('another team', berlin, ours), [...ofParis, ...ofGlobex]],
    [machine('another partner, whole', wholeAcme, ours), ofGlobex],
    [machine('another partner', globex, theirs), [...ofParis, ...neighbours]],
    [person('a person of another profile', ours), [...neighbours, ...ofParis, ...ofGlobex]],
    [person('a person of another partner', theirs), [...ofParis, ...neighbours]],
  ];
  return pairs.flatMap(([attacker, victims]) =>
    victims.flatMap((victim) => accessViolations.map((violation): AccessAttempt => ({ attacker, victim, violation }))),
  );
};

/** Answers identifiers of the same form that do not exist. */
const nonexistentLike = ({ createdAt, seq }: ProfileIdentifiers, n: number): ProfileIdentifiers => ({
  id: `nobody${String(n).padStart(9, '0')}`,
  file: `nofile${String(n).padStart(9, '0')}`,
  session: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  reference: `nobody-${n}`,
  createdAt,
  seq,
});

/** Says whether a response contains anything that only the victim's profile has. */
const leaksVictim = ({ bytes }: RawResponse, victim: ProfileIdentifiers, sent: RawRequest): boolean => {
  const text = bytes.toString('latin1');
  return [victim.id, victim.session, victim.reference].some((word) => text.includes(word)) && sent.method !== 'HEAD';
};

type Summary = { tries: number; different: number; leaked: number; broken: number; took: TimingPair[] };

const timed = async ({ ask }: RawClient, question: RawRequest): Promise<{ answer: RawResponse; ms: number }> => {
  const began = performance.now();
  const answer = await ask(question);
  return { answer, ms: performance.now() - began };
};

const attemptAccess = async (
  asking: RawClient,
  { attacker, violation, victim }: AccessAttempt,
  summary: Summary,
  say: (line: string) => void,
) => {
  summary.tries += 1;
  const headers = { authorization: `Bearer ${attacker.token}`, 'request-id': `try-${summary.tries}` };
  const asked = (what: ProfileIdentifiers): RawRequest => {
    const question = violation.request(what, attacker.own);
    return { ...question, headers: { ...question.headers, ...headers } };
  };
  const foreign = asked(victim);
  const nobodys = asked(nonexistentLike(victim, summary.tries));
  const isFirst = summary.tries % 2 === 0;
  const first = await timed(asking, isFirst ? foreign : nobodys);
  const second = await timed(asking, isFirst ? nobodys : foreign);
  const [theirs, missing] = isFirst ? [first, second] : [second, first];
  summary.took.push({ place: violation.place, theirs: theirs.ms, missing: missing.ms });
  if (theirs.answer.status >= 500) summary.broken += 1;
  if (leaksVictim(theirs.answer, victim, foreign)) summary.leaked += 1;
  if (comparableAnswer(theirs.answer) === comparableAnswer(missing.answer)) return;
  summary.different += 1;
  if (summary.different <= 20)
    say(`${violation.place}, by ${attacker.who}: ${theirs.answer.status}, and ${missing.answer.status} for nobody's`);
};

/** Answers the state of every profile and its histories, except for those from which the service still removes data. */
const stateOf = async (environment: AccessEnvironment): Promise<string> => {
  const all = [paris, globex, berlin].map(async (tenant) => {
    const ask = partnerServerOf(environment, tenant);
    const { data } = readReply(
      t.type({ data: t.array(t.type({ id: t.string, redaction: t.unknown })) }),
      await ask({ path: '/api/profiles?limit=100' }),
    );
    const kept = data.filter(({ redaction }) => redaction === null || redaction === undefined);
    const paths = kept.flatMap(({ id }) =>
      ['profiles', 'status_history', 'verification_history'].map((what) => `/api/${what}/${id}`),
    );
    return Promise.all(paths.map(async (path) => (await ask({ path })).bytes.toString('utf8')));
  });
  return JSON.stringify(await Promise.all(all));
};

/** Says whether a key and a reference that another tenant used before give this tenant access to anything of theirs. */
const sharedKeys = async ({ baseUrl }: AccessEnvironment): Promise<number> => {
  const asking = rawClientAt(baseUrl, 1);
  const created: string[] = [];
  for (const tenant of [globex, paris, berlin, wholeAcme]) {
    const answer = await asking.ask({
      method: 'POST',
      path: '/api/profiles/create',
      headers: {
        authorization: `Bearer ${machineToken(demands, tenant)}`,
        'content-type': 'application/json',
        'idempotency-key': 'one key for all',
      },
      body: JSON.stringify({ reference: 'one reference for all' }),
    });
    if (answer.status === 201) created.push(readReply(Created, { ...answer, headers: {} }, 201).profile.id);
  }
  asking.close();
  return 4 - new Set(created).size;
};

/**
 * Says whether each place is one where something can be found: its owner must get another response there than for a
 * missing resource. Answers the places where this is not so, because they would not find another tenant's resource
 * either.
 */
const unprovenPlaces = async (
  environment: AccessEnvironment,
  every: number,
  seed: number,
): Promise<readonly string[]> => {
  const asking = rawClientAt(environment.baseUrl, 1);
  const blind: string[] = [];
  const token = machineToken(demands, paris);
  const chosen = everyNth(
    accessViolations.filter(({ isLookedUp }) => isLookedUp !== false),
    every,
    seed,
  );
  for (const [n, violation] of chosen.entries()) {
    const finds = async (own: Subject & ProfileIdentifiers): Promise<boolean> => {
      const ask = (what: ProfileIdentifiers) => {
        const question = violation.request(what, own);
        const headers = { ...question.headers, authorization: `Bearer ${token}`, 'request-id': `found-${n}` };
        return asking.ask({ ...question, headers });
      };
      const missing = await ask(nonexistentLike(own, n));
      return comparableAnswer(await ask(own)) !== comparableAnswer(missing);
    };
    const open = await newSubject(environment, paris, `found-${n}`, true);
    // Some resources exist only once there is a decision.
    if (await finds(await withIdentifiers(environment, open))) continue;
    if (!(await finds(await withIdentifiers(environment, await reachDecision(environment, open)))))
      blind.push(violation.place);
  }
  asking.close();
  return blind;
};

export const tenants: Harness = {
  name: 'tenants',
  claim:
    "answers whoever names another tenant's profile, file, session, reference or key with the bytes for what is not there, and changes nothing of it",
  run: async ({ engine, size, seed, say }): Promise<Findings> => {
    const production = await openProduction(serviceVariables, engine);
    const environment = { baseUrl: production.baseUrl, demands };
    const summary: Summary = { tries: 0, different: 0, leaked: 0, broken: 0, took: [] };
    const door = staffDoorOf(sessionsIn(production.database.driver()), consoleSite);
    try {
      // The others show the same document, which a search by its number would find as well.
      const searches = await trySearches({ ...environment, staff: door }, say);
      const attempts = await attemptsAt(environment);
      const placeOf = ({ violation: { place } }: AccessAttempt): string => place;
      const tries = new Set([...everyNth(attempts, samplingSteps[size], seed), ...oneOfEach(attempts, placeOf, seed)]);
      const before = await stateOf(environment);
      const asking = rawClientAt(environment.baseUrl, workers);
      await forEachConcurrently([...tries], (one) => attemptAccess(asking, one, summary, say), workers);
      asking.close();
      const changed = (await stateOf(environment)) === before ? 0 : 1;
      const blind = await unprovenPlaces(environment, provenSteps[size], seed);
      const staff = await tryStaff({ ...environment, staff: door }, production.database.driver(), {
        every: samplingSteps[size],
        isShort: size === 'short',
        say,
        seed,
      });
      const telling = distinguishablePlaces(summary.took);
      for (const place of telling) say(`somebody's and nobody's are told apart by time: ${place}`);
      for (const place of blind) say(`finds nothing of one's own either: ${place}`);
      return {
        performed: {
          tries: summary.tries,
          places: accessViolations.length,
          'tries of staff': staff.tries,
          'places for staff': staff.places,
          'searches of staff': searches.tries,
          "median of how much longer somebody's takes than nobody's (ms)": median(
            summary.took.map(({ theirs, missing }) => theirs - missing),
          ).toFixed(3),
        },
        violations: {
          'answers unlike those for what is missing': summary.different + staff.different + searches.different,
          "answers with something of somebody else's": summary.leaked + staff.leaked + searches.leaked,
          'places where the time tells it': telling.length,
          'profiles changed': changed + staff.changed,
          'places where nothing could be found': blind.length + staff.blind + searches.blind,
          'fields for staff without a try': staff.undeclared,
          'keys shared between tenants': await sharedKeys(environment),
          '5xx': summary.broken + staff.broken + searches.broken,
          ...mishapsIn(production.program, responseLimitMs(size)),
        },
      };
    } finally {
      await production.close();
    }
  },
};
