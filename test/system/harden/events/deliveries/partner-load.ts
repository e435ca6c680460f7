import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { playJourney } from '../../../../support/clients/journey.ts';
import { plainPhoto } from '../../../../support/images/plain-photo.ts';
import type { Balancer } from '../../cluster/balancer.ts';
import type { ClusterEnvironment } from '../../cluster/environment.ts';
import { bodyOf, type ClientRequest, type Outcome, responses } from '../../cluster/http-client.ts';
import type { Acknowledged } from './acknowledged.ts';

type LoadContext = {
  readonly cluster: ClusterEnvironment;
  readonly balancer: Balancer;
  readonly acknowledged: Acknowledged;
  readonly isOver: () => boolean;
};

export type PartnerLoad = { readonly stop: () => Promise<void> };

/** Answers whether the service has acknowledged a request. Behind one that it did not the next waits for a moment. */
const isDone = async (outcome: Outcome): Promise<boolean> => {
  const done = outcome.status !== null && outcome.status < 300;
  if (!done) await sleep(20);
  return done;
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

/** One person after another is created, consents, and is canceled: three events of a profile, one for each request. */
const runShortLives = async ({ acknowledged, balancer, cluster, isOver }: LoadContext): Promise<void> => {
  const { token } = cluster;
  while (!isOver()) {
    const json = { reference: randomUUID() };
    const created = await balancer.ask({ method: 'POST', path: '/api/profiles/create', token, json });
    if (!(await isDone(created)) || created.status === null) continue;
    const known = decode(responses.created, bodyOf(created));
    if (E.isLeft(known)) throw new Error('a created profile cannot be read');
    const { id } = known.right.profile;
    acknowledged.note(id, 'profile.created');
    const consented = { method: 'PATCH', path: `/api/profiles/${id}`, token: known.right.flow_token, json: consent };
    if (await isDone(await balancer.ask(consented as ClientRequest))) acknowledged.note(id, 'profile.consent_given');
    const canceled = { method: 'POST', path: `/api/status_history/${id}`, token, json: { event: 'canceled' } } as const;
    if (await isDone(await balancer.ask(canceled))) acknowledged.note(id, 'profile.canceled');
  }
};

/** A profile takes 500 changes; the journey before them takes some. */
const reviewsPerProfile = 440;

/** Approves somebody and reopens the case, again and again: hundreds of events of one profile, in one order. */
const runReviews = async ({ acknowledged, balancer, cluster, isOver }: LoadContext): Promise<void> => {
  const { token } = cluster;
  const photo = await plainPhoto();
  while (!isOver()) {
    const baseUrl = cluster.instances.find((instance) => instance.isUp())?.url;
    // An instance that is killed takes the journey of a person with it.
    const journey =
      baseUrl === undefined
        ? null
        : await playJourney({ baseUrl, token, choose: () => ({}), photo }, 'approve').catch(() => null);
    if (journey === null) await sleep(50);
    if (journey?.status !== 'approved') continue;
    const id = journey.person.profileId;
    for (const type of ['created', 'consent_given', 'submitted', 'approved']) acknowledged.note(id, `profile.${type}`);
    let isApproved = true;
    for (let reviews = 0; reviews < reviewsPerProfile && !isOver(); reviews += 1) {
      const json = isApproved
        ? { event: 'reopened', note: 'once more' }
        : { event: 'review_approved', reviewer: { id: 'staff-1' }, reason: 'manual_review', note: 'seen' };
      const outcome = await balancer.ask({ method: 'POST', path: `/api/status_history/${id}`, token, json });
      if (await isDone(outcome)) acknowledged.note(id, isApproved ? 'profile.in_review' : 'profile.approved');
      // One that was not answered, or came too late, may have been made all the same: then the other one is next.
      isApproved = !isApproved;
    }
  }
};

/** Has partners change profiles through the balancer until it is stopped. */
export const startPartnerLoad = (
  context: Omit<LoadContext, 'isOver'>,
  workers: { readonly lives: number; readonly reviews: number },
): PartnerLoad => {
  let over = false;
  const own: LoadContext = { ...context, isOver: () => over };
  const running = [
    ...Array.from({ length: workers.lives }, () => runShortLives(own)),
    ...Array.from({ length: workers.reviews }, () => runReviews(own)),
  ];
  return {
    stop: async () => {
      over = true;
      await Promise.all(running);
    },
  };
};
