import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import type { OngoingCall } from '@portcullis/vendor-client';
import { eventUrl, type FingerprintAccount } from './account.ts';

/** The response: `code` is Fingerprint's own error code, and `body` is `undefined` when it was not JSON. */
export type EventResponse = { readonly status: number; readonly code: string | null; readonly body: unknown };

const ErrorBody = t.type({ error: t.type({ code: t.string }) });

const codeOf = (body: unknown): string | null => {
  const error = decode(ErrorBody, body);
  return E.isRight(error) ? error.right.error.code : null;
};

/** Requests one event, once. Rejects when there is no response; the vendor client turns that into `Unavailable`. */
export const getEvent = async (
  account: FingerprintAccount,
  eventId: string,
  { fetch, signal }: OngoingCall,
): Promise<EventResponse> => {
  const response = await fetch(eventUrl(account, eventId), {
    headers: { accept: 'application/json', authorization: `Bearer ${account.secretKey}` },
    signal,
  });
  const body = parseJson(await response.text());
  return { status: response.status, code: response.status === 200 ? null : codeOf(body), body };
};
