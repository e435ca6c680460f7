import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpecimenName } from '@portcullis/adapter-memory';
import { E, type Step } from '@portcullis/domain';
import { reasonCodes } from '@portcullis/domain/checks';
import { decode, oneOf, statuses, steps, t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';

/** One request; with the same `requestId`, equal responses have equal bytes. */
export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly requestId?: string;
};

export type Reply = {
  readonly status: number;
  /** Every header except the date. */
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Buffer;
};

export const textOf = ({ bytes }: Reply): string => bytes.toString('utf8');
export const jsonOf = (reply: Reply): unknown => JSON.parse(textOf(reply));

/** Sends a request as any client would. */
export const sendRequest = async (baseUrl: string, ask: ApiRequest): Promise<Reply> => {
  const { method = 'GET', path, token, json, form, requestId } = ask;
  const headers = new Headers();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (requestId !== undefined) headers.set('Request-Id', requestId);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const body = form ?? (json === undefined ? null : JSON.stringify(json));
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, body });
  const { date: _, ...kept } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: kept, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Decodes a body with a codec. */
export const readBody = <A>(codec: t.Decoder<unknown, A>, body: unknown): A => {
  const known = decode(codec, body);
  if (E.isLeft(known)) throw new Error(`another body than expected: ${JSON.stringify(known.left)}`);
  return known.right;
};

/** Decodes a response that must have this status. */
export const readReply = <A>(codec: t.Decoder<unknown, A>, reply: Reply, status = 200): A => {
  if (reply.status !== status) throw new Error(`answered ${reply.status}, not ${status}: ${textOf(reply)}`);
  return readBody(codec, jsonOf(reply));
};

const Status = oneOf(statuses);
const Reasons = t.array(oneOf(reasonCodes));

export const Created = t.type({ profile: t.type({ id: t.string }), verification_url: t.string, flow_token: t.string });
export const PartnerProfile = t.type({
  status: Status,
  status_reasons: Reasons,
  version: t.number,
  requirements: t.array(t.type({ step: oneOf(steps), state: t.string, reasons: Reasons })),
  files: t.array(
    t.type({
      id: t.string,
      kind: t.string,
      content_type: t.string,
      sha256: t.union([t.string, t.null]),
      original_sha256: t.string,
    }),
  ),
});
const FlowStatus = t.type({ status: Status });
export const Session = t.type({ session_id: t.string });
export const Result = t.type({ live: t.union([t.boolean, t.null]), status: t.string });
export const History = t.type({ data: t.array(LedgerEntryCodec), next_after_seq: t.union([t.number, t.null]) });

/** Reads one of the specimen photos of the repository. */
const specimen = (name: SpecimenName): Blob => {
  const file = new URL(`../../../fixtures/specimens/${name}.jpg`, import.meta.url);
  return new Blob([new Uint8Array(readFileSync(file))], { type: 'image/jpeg' });
};

const photoForm = (image: Blob): FormData => {
  const form = new FormData();
  form.append('document_front', image, 'passport.jpg');
  return form;
};

/** The person's browser: it holds one flow token, and records every response. */
export type PersonClient = {
  readonly profileId: string;
  readonly flowToken: string;
  readonly replies: Reply[];
  readonly ask: (ask: Omit<ApiRequest, 'token'>) => Promise<Reply>;
};

export const personClientAt = (baseUrl: string, profileId: string, flowToken: string): PersonClient => {
  const replies: Reply[] = [];
  const ask = async (asked: Omit<ApiRequest, 'token'>): Promise<Reply> => {
    const reply = await sendRequest(baseUrl, { ...asked, token: flowToken });
    replies.push(reply);
    return reply;
  };
  return { profileId, flowToken, replies, ask };
};

/** Polls until the session has ended, as a browser does; its duration depends on the provider. */
const awaitResult = async (person: PersonClient, sessionId: string): Promise<void> => {
  for (;;) {
    const result = readReply(Result, await person.ask({ path: `/api/face-liveness/results/${sessionId}` }));
    if (result.live !== null) return;
    await sleep(20);
  }
};

/** Does what the person does for one requested step. */
export const performStep = async (person: PersonClient, step: Step, document: SpecimenName | Blob): Promise<void> => {
  const path = `/api/profiles/${person.profileId}`;
  const patch = async (given: Pick<ApiRequest, 'json' | 'form'>): Promise<void> => {
    readReply(FlowStatus, await person.ask({ method: 'PATCH', path, ...given }));
  };
  if (step === 'consent') await patch({ json: { consent: { text_version: '1', locale: 'en', granted: true } } });
  else if (step === 'device') await patch({ json: { device: { event_id: `sim-${person.profileId}` } } });
  else if (step === 'document_front') {
    const photo = typeof document === 'string' ? specimen(document) : document;
    await patch({ form: photoForm(photo) });
    const analysis = {
      method: 'POST',
      path: '/api/ai/document-analysis',
      form: photoForm(photo),
    } as const;
    readReply(t.type({ object: t.literal('document_analysis') }), await person.ask(analysis));
  } else if (step === 'liveness') {
    const opened = await person.ask({ method: 'POST', path: '/api/face-liveness/session' });
    const { session_id: sessionId } = readReply(Session, opened, 201);
    readReply(t.type({ access_key_id: t.string }), await person.ask({ path: '/api/cloud/credentials' }));
    await awaitResult(person, sessionId);
  } else throw new Error(`${step} is not a step of these journeys`);
};
