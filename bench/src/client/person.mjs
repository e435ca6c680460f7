// What a partner and a person do with a profile, over a connection of their own.
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, newConnection } from './exchange.mjs';
import {
  analysisRequest,
  consentRequest,
  credentialsRequest,
  fullCreateRequest,
  photoRequest,
  readRequest,
  resultRequest,
  sessionRequest,
} from './requests.mjs';

/** A new profile, and whoever holds its link. */
export const newPerson = async (agent, { url, token }) => {
  const created = (await exchange(agent, fullCreateRequest(url, token))).json();
  const { id, reference } = created.profile;
  const flowToken = created.flow_token;
  const done = async (request) => (await exchange(agent, request)).json();
  return {
    id,
    reference,
    flowToken,
    consent: () => done(consentRequest(url, flowToken, id)),
    photo: () => done(photoRequest(url, flowToken, id)),
    analysis: () => done(analysisRequest(url, flowToken)),
    session: async () => (await done(sessionRequest(url, flowToken))).session_id,
    credentials: () => done(credentialsRequest(url, flowToken)),
    result: (sessionId) => done(resultRequest(url, flowToken, sessionId)),
    /** As the partner sees it. */
    profile: () => done(readRequest(url, token, id)),
  };
};

const connections = 8;

/** Makes so many profiles, does something with each of them, and returns their ids. */
const makeProfiles = async ({ url, token }, count, next) => {
  const ids = [];
  let left = count;
  const make = async () => {
    const agent = newConnection();
    while (left > 0) {
      left -= 1;
      const { id } = (await exchange(agent, fullCreateRequest(url, token))).json().profile;
      await next(agent, id);
      ids.push(id);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, make));
  return ids;
};

/** Makes so many profiles, each as it is before the person's first step, and returns their ids. */
export const unstartedProfiles = (service, count) => makeProfiles(service, count, async () => undefined);

/** Makes so many profiles, each as it is after the person's first step, and returns their ids. */
export const newProfiles = ({ url, token }, count) =>
  makeProfiles({ url, token }, count, (agent, id) => exchange(agent, consentRequest(url, token, id)));

/** A journey that takes longer has failed. */
const decisionMs = 120_000;

/** Asks until the checks have come to a decision, which must be an approval. */
export const approved = async (person, everyMs = 25) => {
  const until = performance.now() + decisionMs;
  while (performance.now() < until) {
    const { status, status_reasons: reasons } = await person.profile();
    if (status === 'approved') return;
    if (status !== 'processing') throw new Error(`a journey ended ${status}, ${JSON.stringify(reasons)}`);
    await sleep(everyMs);
  }
  throw new Error(`a journey had no decision after ${decisionMs / 1000} s`);
};

/** The whole journey, from the partner's create to the approval that the partner reads; returns the person. */
export const journey = async (agent, service) => {
  const person = await newPerson(agent, service);
  await person.consent();
  await person.analysis();
  const sessionId = await person.session();
  await person.credentials();
  await person.result(sessionId);
  await approved(person);
  return person;
};
