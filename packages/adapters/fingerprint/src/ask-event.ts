import { decode, E, t } from '@portcullis/domain';
import { eventAddress, type FingerprintAccount } from './account.ts';

/** What came back: `code` is Fingerprint's own word for an error, `body` is `undefined` where it was no JSON. */
export type EventAnswer = { readonly status: number; readonly code: string | null; readonly body: unknown };

const ErrorBody = t.type({ error: t.type({ code: t.string }) });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const codeOf = (body: unknown): string | null => {
  const error = decode(ErrorBody, body);
  return E.isRight(error) ? error.right.error.code : null;
};

/** Asks for one event, once. Rejects where there is no answer at all; the way out makes an outage of that. */
export const askEvent = async (
  account: FingerprintAccount,
  eventId: string,
  signal: AbortSignal,
): Promise<EventAnswer> => {
  const response = await account.way.fetch(eventAddress(account, eventId), {
    headers: { accept: 'application/json', authorization: `Bearer ${account.secretKey}` },
    signal,
  });
  const body = jsonOf(await response.text());
  return { status: response.status, code: response.status === 200 ? null : codeOf(body), body };
};
