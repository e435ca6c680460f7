import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '@portcullis/domain/kernel';
import { Created, PartnerProfile, readReply, Session, sendRequest } from '../../../support/clients/api-client.ts';
import { plainPhoto } from '../../../support/images/plain-photo.ts';
import type { StaffDoor } from './sessions.ts';
import { flowToken, machineToken, type Tenant, type TokenDemands } from './tokens.ts';

/** Says where the service is, and how its tokens are made. */
export type AccessEnvironment = {
  readonly baseUrl: string;
  readonly demands: TokenDemands;
};

/** A service into which staff get, because the harness can begin their sessions. */
export type StaffEnvironment = AccessEnvironment & { readonly staff: StaffDoor };

/** A profile with its identifiers. `generation` is that of its newest link. */
export type Subject = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly reference: string;
  readonly generation: number;
  readonly session: string;
  readonly file: string;
};

/** The id of a file that does not exist. */
export const missingFileId = 'nobodyhasthis00';

export const berlin: Tenant = { partner: 'acme', team: 'berlin' };
export const paris: Tenant = { partner: 'acme', team: 'paris' };
export const wholeAcme: Tenant = { partner: 'acme', team: null };
export const globex: Tenant = { partner: 'globex', team: null };

const photo = await plainPhoto();

const PatchedProfile = t.type({ status: t.string });

const consent = { text_version: '1', locale: 'en', granted: true };

/** Sends requests for a tenant's profiles through the API, as the tenant's own server would. */
export const partnerServerOf = ({ baseUrl, demands }: AccessEnvironment, tenant: Tenant) => {
  const token = machineToken(demands, tenant);
  return (asked: Omit<Parameters<typeof sendRequest>[1], 'token'>) => sendRequest(baseUrl, { ...asked, token });
};

/** Creates a profile with consent, an open session and, if a photo is wanted, the front of a document. */
export const newSubject = async (
  environment: AccessEnvironment,
  tenant: Tenant,
  reference: string,
  withPhoto = false,
): Promise<Subject> => {
  const ask = partnerServerOf(environment, tenant);
  const created = await ask({ method: 'POST', path: '/api/profiles/create', json: { reference } });
  const { id } = readReply(Created, created, 201).profile;
  const path = `/api/profiles/${id}`;
  const link = { profile: id, tenant, generation: 1 };
  // Consent is sent through the link, so that the link counts as opened: otherwise a later request through it would
  // write that entry.
  readReply(
    PatchedProfile,
    await sendRequest(environment.baseUrl, {
      method: 'PATCH',
      path,
      token: flowToken(environment.demands, link),
      json: { consent },
    }),
  );
  const opened = await ask({ method: 'POST', path: '/api/face-liveness/session', json: { profile_id: id } });
  const { session_id: session } = readReply(Session, opened, 201);
  if (!withPhoto)
    return {
      tenant,
      id,
      reference,
      generation: 1,
      session,
      file: missingFileId,
    };
  const form = new FormData();
  form.append('document_front', photo, 'front.jpg');
  const { files } = readReply(PartnerProfile, await ask({ method: 'PATCH', path, form }));
  return {
    tenant,
    id,
    reference,
    generation: 1,
    session,
    file: files[0]?.id ?? '',
  };
};

/** Waits for the decision that follows once the session is completed; with a photo nothing else is missing. */
export const reachDecision = async (environment: AccessEnvironment, subject: Subject): Promise<Subject> => {
  const ask = partnerServerOf(environment, subject.tenant);
  for (;;) {
    await ask({ path: `/api/face-liveness/results/${subject.session}` });
    const { status } = await ask({ path: `/api/profiles/${subject.id}/decision` });
    if (status === 200) return subject;
    await sleep(50);
  }
};

/** Cancels a profile before it has a decision. */
export const cancelProfile = async (environment: AccessEnvironment, subject: Subject): Promise<Subject> => {
  const path = `/api/status_history/${subject.id}`;
  const { status } = await partnerServerOf(
    environment,
    subject.tenant,
  )({ method: 'POST', path, json: { event: 'canceled' } });
  if (status !== 201) throw new Error(`the profile was not canceled: ${status}`);
  return subject;
};

/** Requests the erasure of the person's data. */
export const requestErasure = async (environment: AccessEnvironment, subject: Subject): Promise<Subject> => {
  const { status } = await partnerServerOf(
    environment,
    subject.tenant,
  )({ method: 'DELETE', path: `/api/profiles/${subject.id}` });
  if (status !== 202) throw new Error(`the profile was not erased: ${status}`);
  return subject;
};

/** Requests credentials until no more are issued. */
export const exhaustCredentials = async (environment: AccessEnvironment, subject: Subject): Promise<Subject> => {
  const ask = partnerServerOf(environment, subject.tenant);
  while ((await ask({ path: `/api/cloud/credentials?profile_id=${subject.id}` })).status === 200);
  return subject;
};

/** Issues a new link, after the previous one was used once more. */
export const renewLink = async (environment: AccessEnvironment, subject: Subject): Promise<Subject> => {
  const { generation, id, tenant } = subject;
  const path = `/api/profiles/${id}`;
  await sendRequest(environment.baseUrl, {
    path,
    token: flowToken(environment.demands, { profile: id, tenant, generation }),
  });
  const { status } = await partnerServerOf(
    environment,
    tenant,
  )({ method: 'POST', path: `${path}/flow-token`, json: {} });
  if (status !== 201) throw new Error(`there is no new link: ${status}`);
  return { ...subject, generation: generation + 1 };
};
