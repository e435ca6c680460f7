import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { Created, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import { linesOf, type Variables } from '../../../support/servers/service-program.ts';

/** A profile whose person has consented, and its link. */
export type Person = { readonly id: string; readonly flowToken: string };

/** The answer to an upload. */
export type UploadOutcome = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
};

/** The service in its own process, with the measurements of that process. */
export type MeasuredService = Production & {
  readonly port: number;
  /** Creates a profile whose person has consented, for uploads. */
  readonly person: (reference: string) => Promise<Person>;
  /** Uploads a photo of the front of a document, as its person does. */
  readonly upload: (person: Person, photo: Blob) => Promise<UploadOutcome>;
  /** Reads a metric of `/metrics`. */
  readonly metric: (name: string) => Promise<number>;
  /** The peak resident memory since the last reset, in MiB (`VmHWM` of proc(5)). */
  readonly peakMiB: () => number;
  readonly resetPeak: () => void;
  /** The number of unexpected errors in the process, and of its exits. */
  readonly mishaps: () => number;
};

const flowConsent = { consent: { text_version: '1', locale: 'en', granted: true } };

const personAt =
  (baseUrl: string, token: string) =>
  async (reference: string): Promise<Person> => {
    const asked = { method: 'POST', path: '/api/profiles/create', token, json: { reference } } as const;
    const { profile, flow_token: flowToken } = readReply(Created, await sendRequest(baseUrl, asked), 201);
    const path = `/api/profiles/${profile.id}`;
    const consent = await sendRequest(baseUrl, { method: 'PATCH', path, token: flowToken, json: flowConsent });
    if (consent.status !== 200) throw new Error(`the consent was answered ${consent.status}`);
    return { id: profile.id, flowToken };
  };

const uploadTo =
  (baseUrl: string) =>
  async ({ flowToken, id }: Person, photo: Blob): Promise<UploadOutcome> => {
    const form = new FormData();
    form.append('document_front', photo, 'a');
    const began = performance.now();
    const reply = await sendRequest(baseUrl, { method: 'PATCH', path: `/api/profiles/${id}`, token: flowToken, form });
    return {
      status: reply.status,
      retryAfter: reply.headers['retry-after'] ?? null,
      ms: Math.round(performance.now() - began),
    };
  };

export const openMeasuredService = async (engine: EngineName, changes: Variables = {}): Promise<MeasuredService> => {
  const production = await openProduction({ ...sealedAsInProduction, ...changes }, engine);
  const { baseUrl, managementUrl, program, token } = production;
  const { pid } = program.child;
  let exits = 0;
  void program.ended.then(() => {
    exits += 1;
  });
  return {
    ...production,
    port: Number(new URL(baseUrl).port),
    person: personAt(baseUrl, token),
    upload: uploadTo(baseUrl),
    metric: async (name) => {
      const text = await (await fetch(`${managementUrl}/metrics`, { headers: { Connection: 'close' } })).text();
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
      if (value === undefined) throw new Error(`there is no number ${name}`);
      return Number(value);
    },
    peakMiB: () => {
      const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Math.round(Number(kibibytes) / 1024);
    },
    resetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    mishaps: () => exits + linesOf(program).filter(({ event }) => event === 'surprise').length,
  };
};

/** Polls until a number is as expected, and answers its last value when the time is over. */
export const pollUntil = async (
  number: () => Promise<number>,
  isRight: (found: number) => boolean,
  limitMs: number,
): Promise<number> => {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await number();
    if (isRight(found) || performance.now() > deadline) return found;
    await sleep(50);
  }
};
