import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../support/repository/files.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { clientSecret } from '../../../support/servers/service-program.ts';
import type { Findings, HarnessOptions } from '../harness/harness.ts';
import { type Cut, type CutLink, startCutLink } from './cut-link.ts';
import type { Partner } from './partner.ts';
import { type Receiver, startReceiver } from './receivers/receiver.ts';
import { untilNone } from './shared/until-none.ts';

/** How the network is cut, one after the other, and for how long: `listen` gives up a silent connection after 40 s. */
const cutsOf = ({ size }: HarnessOptions): { readonly cuts: readonly Cut[]; readonly ms: number } =>
  size === 'short' ? { cuts: ['held', 'reset'], ms: 300 } : { cuts: ['held', 'dead', 'reset'], ms: 60_000 };

const personsPerPhase = 3;

/** The command signs by the time of this machine. */
const realTime = { now: Date.now, possible: () => [Date.now()] };

/** Persons before, during and after each cut. Answers them. */
const cutAll = async (
  { createPerson }: Partner,
  link: CutLink,
  { cuts, ms }: ReturnType<typeof cutsOf>,
): Promise<readonly string[]> => {
  const persons: string[] = [];
  const createSome = async (): Promise<void> => {
    for (let made = 0; made < personsPerPhase; made += 1)
      persons.push(await createPerson({ reference: crypto.randomUUID() }));
  };
  for (const how of cuts) {
    await createSome();
    await untilNone('connections to cut', () => 1 - link.open());
    link.cut(how);
    const mended = sleep(ms);
    await createSome();
    await mended;
    link.mend();
  }
  await createSome();
  return persons;
};

const secretIn = (printed: string): string => {
  const [, secret] = /^Signing secret: (whsec_\S+)/m.exec(printed) ?? [];
  if (secret === undefined) throw new Error(`no signing secret was printed:\n${printed}`);
  return secret;
};

const listenThrough = async (partner: Partner, link: CutLink, receiver: Receiver, order: HarnessOptions) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-listen-'));
  const env = { PORTCULLIS_URL: link.url, PORTCULLIS_CLIENT_ID: 'acme', PORTCULLIS_CLIENT_SECRET: clientSecret };
  const args = ['listen', '--forward-to', receiver.url, '--since', 'oldest'];
  const program = startProgram(join(root, 'packages/cli/bin/portcullis.mjs'), args, { env, cwd: folder });
  try {
    await program.prints('Waiting for events.');
    receiver.trust(secretIn(program.printed()));
    const persons = await cutAll(partner, link, cutsOf(order));
    const feed = await partner.readFeed();
    await untilNone('events that were not forwarded', () => feed.length - receiver.tried());
    program.child.kill('SIGINT');
    const { code } = await program.ended;
    return { feed, code, persons, failures: program.printed().split('Trying again').length - 1 };
  } finally {
    await program.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** `portcullis listen` behind a network that is cut while events happen. */
export const runCuts = async (partner: Partner, order: HarnessOptions): Promise<Findings> => {
  const link = await startCutLink(partner.production.baseUrl);
  const receiver = await startReceiver({ clock: realTime, failure: () => null });
  try {
    const { code, failures, feed, persons } = await listenThrough(partner, link, receiver, order);
    const forwarded = receiver.arrivals.map(({ event }) => event);
    const text = receiver.arrivals.map(({ body }) => body).join('\n');
    const eventsOf = (id: string): number => text.split(`"data":{"id":"${id}"`).length - 1;
    return {
      performed: {
        'cuts of the network before listen': cutsOf(order).cuts.length,
        'milliseconds of each': cutsOf(order).ms,
        'times at which listen has said so': failures,
        'events forwarded': forwarded.length,
      },
      violations: {
        'events that listen has lost': feed.filter(({ id }) => !forwarded.includes(id)).length,
        'persons of whom listen has not told twice: created, and consented': persons.filter((id) => eventsOf(id) !== 2)
          .length,
        'events that listen has sent twice': forwarded.length - new Set(forwarded).size,
        'events that listen has sent in another order': feed.filter(({ id }, at) => forwarded[at] !== id).length,
        'forwarded events unlike those of the feed': receiver.arrivals.filter(
          ({ body, event }) => feed.find(({ id }) => id === event)?.text !== body,
        ).length,
        'forwarded events without a valid signature': receiver.forged(),
        'ends of listen with a failure': code === 0 ? 0 : 1,
      },
    };
  } finally {
    await link.close();
    await receiver.close();
  }
};
