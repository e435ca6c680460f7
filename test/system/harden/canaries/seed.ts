import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScenarioName } from '@portcullis/adapter-memory';
import { t } from '@portcullis/domain/kernel';
import sharp from 'sharp';
import { type ApiRequest, type Reply, readReply, sendRequest, textOf } from '../../../support/clients/api-client.ts';
import { photoOf } from '../../../support/images/specimens.ts';
import { type CanaryValue, canaryValuesOf, canaryValuesOfFile, mark } from './canary-values.ts';
import type { CanaryEnvironment } from './environment.ts';

/** How far a person gets before the erasure, and with which result. */
export const journeys = ['declined_by_reviewer', 'open', 'approved_by_reviewer', 'declined'] as const;
export type Journey = (typeof journeys)[number];

const scenarioOf: Readonly<Record<Journey, ScenarioName>> = {
  declined_by_reviewer: 'review_face_borderline',
  open: 'approve',
  approved_by_reviewer: 'review_face_borderline',
  declined: 'decline_face_mismatch',
};

/** A profile with personal data in every field, and the values by which that data is recognised. */
export type SeededProfile = {
  readonly id: string;
  readonly status: string;
  readonly flowToken: string;
  readonly canaryValues: readonly CanaryValue[];
};

const Created = t.type({ profile: t.type({ id: t.string }), flow_token: t.string });
const Session = t.type({ session_id: t.string });
const StatusView = t.type({ status: t.string });
const PartnerView = t.type({
  files: t.array(t.type({ id: t.string, kind: t.string })),
  document: t.union([
    t.null,
    t.type({ fields: t.record(t.string, t.type({ sources: t.array(t.type({ value: t.string })) })) }),
  ]),
});

const claimedOf = (n: number) => ({
  full_name: `Ödla ${mark} name${n}`,
  first_name: `${mark}first${n}`,
  last_name: `${mark}last${n}`,
  date_of_birth: '1911-12-13',
  document_number: `${mark}no${n}`,
  email: `${mark}${n}@example.com`,
  phone: `+46 70 5551 ${String(4_700_000 + n)}`,
  address: `Kanarienweg ${n}\n${mark} "Utopia"`,
  gender: `${mark}gender`,
});

/** A photo whose metadata name the person who took it. */
const photo = async (n: number): Promise<Blob> => {
  const bytes = await sharp(photoOf('td3-valid').bytes)
    .resize({ width: 800 })
    .withExif({ IFD0: { Copyright: `${mark} exif ${n}`, ImageDescription: `${mark} ${n}` } })
    .jpeg({ quality: 90 + (n % 9) })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
};

const formOf = (fields: Readonly<Record<string, Blob>>): FormData => {
  const form = new FormData();
  for (const [name, blob] of Object.entries(fields)) form.append(name, blob, `${mark}-${name}`);
  return form;
};

const requireSuccess = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`a step without a fault was answered ${reply.status}: ${textOf(reply)}`);
  return reply;
};

/** The request has an idempotency key, so that the response is stored. */
const create = async ({ baseUrl, token }: CanaryEnvironment, n: number) => {
  const answer = await fetch(`${baseUrl}/api/profiles/create`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `${mark}-${randomUUID()}`,
    },
    body: JSON.stringify({
      reference: `${mark} reference ${n}`,
      claimed: claimedOf(n),
      language: `qaa-${mark}`,
      metadata: { [`${mark}_key`]: `${mark} value ${n}`, plain: `Ödla ${mark}` },
      redirect_url: `https://partner.example/${mark}/${n}?to=${mark}`,
    }),
  });
  return readReply(
    Created,
    { status: answer.status, headers: {}, bytes: Buffer.from(await answer.arrayBuffer()) },
    201,
  );
};

/** Does what the person does, with or without the last step. */
const actAsPerson = async (
  environment: CanaryEnvironment,
  journey: Journey,
  n: number,
  id: string,
  flowToken: string,
): Promise<void> => {
  const ask = async (asked: ApiRequest): Promise<Reply> =>
    requireSuccess(await sendRequest(environment.baseUrl, { token: flowToken, ...asked }));
  const path = `/api/profiles/${id}`;
  environment.simulator.script({
    scenario: scenarioOf[journey],
    event: { linked_id: id, url: 'https://verify.example.com/verify', user_agent: `Agent ${mark}` },
  });
  await ask({
    method: 'PATCH',
    path,
    json: { consent: { text_version: '1', locale: `qaa-${mark}`, granted: true }, language: `qab-${mark}` },
  });
  await ask({ method: 'PATCH', path, json: { device: { event_id: `${Date.now()}.${mark}${n}` } } });
  const front = await photo(n);
  await ask({ method: 'PATCH', path, form: formOf({ document_front: front }) });
  if (journey === 'open') return;
  await ask({ method: 'POST', path: '/api/ai/document-analysis', form: formOf({ document_front: front }) });
  const opened = await ask({ method: 'POST', path: '/api/face-liveness/session' });
  const { session_id: sessionId } = readReply(Session, opened, 201);
  await ask({ path: '/api/cloud/credentials' });
  await ask({ path: `/api/face-liveness/results/${sessionId}` });
};

/**
 * Writes what the partner writes, while the profile is open or afterwards, and what a reviewer writes if one is needed.
 */
const writeAsPartner = async (
  { baseUrl, token }: CanaryEnvironment,
  journey: Journey,
  n: number,
  id: string,
): Promise<void> => {
  const post = async (path: string, json: unknown): Promise<Reply> =>
    requireSuccess(await sendRequest(baseUrl, { method: 'POST', path, token, json }));
  await post(`/api/verification_history/${id}`, {
    type: 'partner.call_made',
    outcome: `${mark} outcome`,
    data: { said: [`${mark} said ${n}`] },
  });
  if (!journey.endsWith('_by_reviewer')) return;
  const event = journey === 'approved_by_reviewer' ? 'review_approved' : 'review_declined';
  await post(`/api/status_history/${id}`, {
    event,
    reviewer: { id: `staff-${n}`, name: `${mark} reviewer` },
    reason: `${mark}_reason`,
    note: `${mark} note\nof ${n}`,
  });
};

/** Every address at which something about the profile is answered. */
export const addressesOf = (id: string): readonly string[] => [
  `/api/profiles/${id}`,
  `/api/profiles/${id}/decision`,
  `/api/profiles?limit=100`,
  `/api/status_history/${id}?limit=1000`,
  `/api/verification_history/${id}?limit=1000`,
];

/**
 * Answers the identifying values that nobody wrote by hand: the fields that were read from the document, and the bytes
 * of its files.
 */
const readBackValues = async (
  { baseUrl, token }: CanaryEnvironment,
  n: number,
  id: string,
): Promise<readonly CanaryValue[]> => {
  for (const path of addressesOf(id)) await sendRequest(baseUrl, { path, token });
  const seen = readReply(PartnerView, await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token }));
  const files = await Promise.all(
    seen.files.map(async (file) => {
      const { bytes } = requireSuccess(
        await sendRequest(baseUrl, { path: `/api/profiles/${id}/files/${file.id}`, token }),
      );
      return canaryValuesOfFile(`${file.kind} of ${n}`, bytes);
    }),
  );
  const values = Object.values(seen.document?.fields ?? {}).flatMap(({ sources }) => sources.map(({ value }) => value));
  const identifyingValues = [...new Set(values)].filter((value) => value.length >= 8 && value !== 'passport');
  return [
    ...files.flat(),
    ...identifyingValues.flatMap((value) => canaryValuesOf(`"${value}" of the document`, value)),
  ];
};

/** Answers the status of the profile once its checks are done. */
const untilSettled = async ({ baseUrl, token }: CanaryEnvironment, id: string): Promise<string> => {
  const until = performance.now() + 10_000;
  for (;;) {
    const { status } = readReply(StatusView, await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token }));
    if (status !== 'processing' || performance.now() > until) return status;
    await sleep(50);
  }
};

/** Has a person verified who leaves a recognisable value in every field. */
export const seedProfile = async (
  environment: CanaryEnvironment,
  journey: Journey,
  n: number,
): Promise<SeededProfile> => {
  const { flow_token: flowToken, profile } = await create(environment, n);
  await sendRequest(environment.baseUrl, {
    method: 'PATCH',
    path: `/api/profiles/${profile.id}`,
    token: environment.token,
    json: { metadata: { [`${mark}_later`]: `${mark} later ${n}` } },
  });
  await actAsPerson(environment, journey, n, profile.id, flowToken);
  await untilSettled(environment, profile.id);
  await writeAsPartner(environment, journey, n, profile.id);
  const status = await untilSettled(environment, profile.id);
  const { date_of_birth: birth, phone } = claimedOf(n);
  const identifyingValues = [
    ...canaryValuesOf(`phone of ${n}`, phone),
    ...canaryValuesOf('claimed date of birth', birth),
  ];
  return {
    id: profile.id,
    status,
    flowToken,
    canaryValues: [...identifyingValues, ...(await readBackValues(environment, n, profile.id))],
  };
};
