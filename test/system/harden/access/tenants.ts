import { t } from '@portcullis/domain';
import { Created, read } from '../../../support/clients/api-client.ts';
import { openProduction } from '../../../support/servers/production.ts';
import { mishapsIn } from '../../../support/servers/service-program.ts';
import { limitMs } from '../crash/time-limits.ts';
import type { Findings, Harness, Size } from '../harness.ts';
import { type Named, type Trespass, trespasses } from './access-violations.ts';
import { demands, generous } from './environment.ts';
import { type Answer, type Asking, askingAt, each, type Question } from './http-client.ts';
import {
  berlin,
  canceled,
  decided,
  erased,
  globex,
  newSubject,
  paris,
  relinked,
  type Site,
  type Subject,
  serverOf,
  wholeAcme,
} from './subjects.ts';
import { median, type Took, tellingPlaces } from './timing.ts';
import { flowToken, machineToken, type Tenant } from './tokens.ts';

/** The step at which attempts are sampled. */
const every: Readonly<Record<Size, number>> = { short: 11, full: 1, long: 1 };

const lanes = 4;

/** Somebody with a valid token and a profile of their own. */
type Attacker = { readonly who: string; readonly token: string; readonly own: Subject; readonly tenant: Tenant };

type Try = { readonly attacker: Attacker; readonly victim: Subject & Named; readonly trespass: Trespass };

const Dated = t.type({
  created_at: t.string,
  version: t.number,
  decision: t.union([t.type({ seq: t.number }), t.null]),
});

const named = async (site: Site, subject: Subject): Promise<Subject & Named> => {
  const profile = await serverOf(site, subject.tenant)({ path: `/api/profiles/${subject.id}` });
  const { created_at: createdAt, decision, version } = read(Dated, profile);
  return { ...subject, createdAt, seq: decision?.seq ?? version };
};

/** Creates profiles of a tenant in every state that one can have. */
const victimsOf = async (site: Site, tenant: Tenant): Promise<readonly (Subject & Named)[]> => {
  const made = (what: string, photo = false) =>
    newSubject(site, tenant, `${what}-of-${tenant.team ?? tenant.partner}`, photo);
  const all = [
    await made('open', true),
    await made('new'),
    await decided(site, await made('decided', true)),
    await canceled(site, await made('ended')),
    await relinked(site, await made('relinked')),
    await erased(site, await made('erased')),
  ];
  return Promise.all(all.map((subject) => named(site, subject)));
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

const triesAt = async (site: Site): Promise<readonly Try[]> => {
  const [ofParis, ofGlobex] = [await victimsOf(site, paris), await victimsOf(site, globex)];
  const neighbours = [await named(site, await newSubject(site, berlin, 'neighbour', true))];
  const ours = await newSubject(site, berlin, 'ours', true);
  const theirs = await newSubject(site, globex, 'theirs', true);
  const pairs: readonly (readonly [Attacker, readonly (Subject & Named)[]])[] = [
    [machine('another team', berlin, ours), [...ofParis, ...ofGlobex]],
    [machine('another partner, whole', wholeAcme, ours), ofGlobex],
    [machine('another partner', globex, theirs), [...ofParis, ...neighbours]],
    [person('a person of another profile', ours), [...neighbours, ...ofParis, ...ofGlobex]],
    [person('a person of another partner', theirs), [...ofParis, ...neighbours]],
  ];
  return pairs.flatMap(([attacker, victims]) =>
    victims.flatMap((victim) => trespasses.map((trespass): Try => ({ attacker, victim, trespass }))),
  );
};

/** Answers identifiers of the same form that do not exist. */
const nobodyLike = ({ createdAt, seq }: Named, n: number): Named => ({
  id: `nobody${String(n).padStart(9, '0')}`,
  file: `nofile${String(n).padStart(9, '0')}`,
  session: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  reference: `nobody-${n}`,
  createdAt,
  seq,
});

/**
 * Headers that depend on the time, the caller's budget or the connection (RFC 9110 section 7.6.1), and not on the
 * resource.
 */
const besides = /^(date|ratelimit.*|connection|keep-alive)$/;

/** Answers everything in a response that depends on the requested resource. */
const told = ({ bytes, headers, status }: Answer): string => {
  const rest = Object.entries(headers).filter(([name]) => !besides.test(name));
  return JSON.stringify([status, rest.sort(), bytes.toString('base64')]);
};

/** Says whether a response contains anything that only the victim's profile has. */
const holds = ({ bytes }: Answer, victim: Named, sent: Question): boolean => {
  const text = bytes.toString('latin1');
  return [victim.id, victim.session, victim.reference].some((word) => text.includes(word)) && sent.method !== 'HEAD';
};

type Tally = { tries: number; different: number; leaked: number; broken: number; took: Took[] };

const timed = async ({ ask }: Asking, question: Question): Promise<{ answer: Answer; ms: number }> => {
  const began = performance.now();
  const answer = await ask(question);
  return { answer, ms: performance.now() - began };
};

const tryOne = async (
  asking: Asking,
  { attacker, trespass, victim }: Try,
  tally: Tally,
  say: (line: string) => void,
) => {
  tally.tries += 1;
  const headers = { authorization: `Bearer ${attacker.token}`, 'request-id': `try-${tally.tries}` };
  const asked = (what: Named): Question => {
    const question = trespass.question(what, attacker.own);
    return { ...question, headers: { ...question.headers, ...headers } };
  };
  const [foreign, nobodys] = [asked(victim), asked(nobodyLike(victim, tally.tries))];
  const isFirst = tally.tries % 2 === 0;
  const first = await timed(asking, isFirst ? foreign : nobodys);
  const second = await timed(asking, isFirst ? nobodys : foreign);
  const [theirs, missing] = isFirst ? [first, second] : [second, first];
  tally.took.push({ place: trespass.place, theirs: theirs.ms, missing: missing.ms });
  if (theirs.answer.status >= 500) tally.broken += 1;
  if (holds(theirs.answer, victim, foreign)) tally.leaked += 1;
  if (told(theirs.answer) === told(missing.answer)) return;
  tally.different += 1;
  if (tally.different <= 20)
    say(`${trespass.place}, by ${attacker.who}: ${theirs.answer.status}, and ${missing.answer.status} for nobody's`);
};

/** Answers the state of every profile and its histories, except for those from which the service still removes data. */
const stateOf = async (site: Site): Promise<string> => {
  const all = [paris, globex, berlin].map(async (tenant) => {
    const ask = serverOf(site, tenant);
    const { data } = read(
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
const keysShared = async ({ baseUrl }: Site): Promise<number> => {
  const asking = askingAt(baseUrl, 1);
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
    if (answer.status === 201) created.push(read(Created, { ...answer, headers: {} }, 201).profile.id);
  }
  asking.close();
  return 4 - new Set(created).size;
};

/**
 * Says whether each place is one where something can be found: its owner must get another response there than for a
 * missing resource. Answers the places where this is not so, because they would not find another tenant's resource
 * either.
 */
const blindPlaces = async (site: Site, every: number, seed: number): Promise<readonly string[]> => {
  const asking = askingAt(site.baseUrl, 1);
  const blind: string[] = [];
  const token = machineToken(demands, paris);
  const chosen = trespasses
    .filter(({ isLookedUp }) => isLookedUp !== false)
    .filter((_, n) => n % every === seed % every);
  for (const [n, trespass] of chosen.entries()) {
    const finds = async (own: Subject & Named): Promise<boolean> => {
      const ask = (what: Named) => {
        const question = trespass.question(what, own);
        const headers = { ...question.headers, authorization: `Bearer ${token}`, 'request-id': `found-${n}` };
        return asking.ask({ ...question, headers });
      };
      const missing = await ask(nobodyLike(own, n));
      return told(await ask(own)) !== told(missing);
    };
    const open = await newSubject(site, paris, `found-${n}`, true);
    // Some resources exist only once there is a decision.
    if (await finds(await named(site, open))) continue;
    if (!(await finds(await named(site, await decided(site, open))))) blind.push(trespass.place);
  }
  asking.close();
  return blind;
};

export const tenants: Harness = {
  name: 'tenants',
  claim:
    "answers whoever names another tenant's profile, file, session, reference or key with the bytes for what is not there, and changes nothing of it",
  run: async ({ size, seed, say }): Promise<Findings> => {
    const production = await openProduction(generous);
    const site = { baseUrl: production.baseUrl, demands };
    const tally: Tally = { tries: 0, different: 0, leaked: 0, broken: 0, took: [] };
    try {
      const tries = (await triesAt(site)).filter((_, n) => n % every[size] === seed % every[size]);
      const before = await stateOf(site);
      const asking = askingAt(site.baseUrl, lanes);
      await each(tries, (one) => tryOne(asking, one, tally, say), lanes);
      asking.close();
      const changed = (await stateOf(site)) === before ? 0 : 1;
      const blind = await blindPlaces(site, every[size], seed);
      const telling = tellingPlaces(tally.took);
      for (const place of telling) say(`somebody's and nobody's are told apart by time: ${place}`);
      for (const place of blind) say(`finds nothing of one's own either: ${place}`);
      return {
        did: {
          tries: tally.tries,
          places: trespasses.length,
          "median of how much longer somebody's takes than nobody's (ms)": median(
            tally.took.map(({ theirs, missing }) => theirs - missing),
          ).toFixed(3),
        },
        amiss: {
          'answers unlike those for what is missing': tally.different,
          "answers with something of somebody else's": tally.leaked,
          'places where the time tells it': telling.length,
          'profiles changed': changed,
          'places where nothing could be found': blind.length,
          'keys shared between tenants': await keysShared(site),
          '5xx': tally.broken,
          ...mishapsIn(production.program, limitMs(size)),
        },
      };
    } finally {
      await production.close();
    }
  },
};
