import type { OutageCause } from '@portcullis/domain/kernel';

/** One request to an endpoint. */
export type WebhookRequest = {
  /** The id of the event, which every try of it repeats: the header `webhook-id`. */
  readonly id: string;
  readonly url: string;
  /** JSON. Its bytes in UTF-8 are what is signed and sent. */
  readonly body: string;
  /** The time of this try: the header `webhook-timestamp`, in whole seconds. */
  readonly at: Date;
  /** `whsec_` and the key in base64, newest first: one, or two while they are rotated. Each signs. */
  readonly secrets: readonly string[];
};

/**
 * Why an endpoint did not answer, in the words of an outage. `refused_address`: the URL, or one of the addresses of its
 * name, is none that we send to, and nothing was sent. `service_stopping`: we ended it ourselves, and it is no failure
 * of the endpoint. `unexpected`: something failed that has no word of its own.
 */
export const webhookFailures = [
  'refused_address',
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'tls_failed',
  'timeout',
  'bad_answer',
  'no_descriptors',
  'service_stopping',
  'unexpected',
] as const satisfies readonly ('refused_address' | OutageCause)[];
export type WebhookFailure = (typeof webhookFailures)[number];

/**
 * The result of a request. `address` is the IP address that it was sent to, and `null` where no connection was made.
 * `ms` is the time until the head of the answer, or until the failure, in milliseconds.
 */
export type WebhookResult =
  | {
      readonly _tag: 'Answered';
      /** 200 to 599. A redirect (3xx) is an answer; it is not followed. */
      readonly status: number;
      /** The seconds of `Retry-After` (RFC 9110, section 10.2.3), at most 86,400; `null` where it asks for nothing. */
      readonly retryAfterSeconds: number | null;
      readonly ms: number;
      readonly address: string;
    }
  | {
      readonly _tag: 'NotAnswered';
      readonly failure: WebhookFailure;
      readonly ms: number;
      readonly address: string | null;
    };

/**
 * Why a URL can never be sent to. `malformed`: it is no absolute URL with a host, or longer than 1,024 characters.
 * `scheme`: neither `https` nor, where it is allowed, `http`. `credentials`: it contains a user name or a password.
 * `address`: its host is an IP address, or a name of this machine, that is not public and not allowed.
 */
export type WebhookUrlRejection = 'malformed' | 'scheme' | 'credentials' | 'address';

export type WebhookSender = {
  /** Sends one request, once, and always has a result: it never rejects. It ends after 15 seconds at the latest. */
  readonly send: (request: WebhookRequest) => () => Promise<WebhookResult>;
  /** Why this URL can never be sent to, or `null`. No name is resolved. */
  readonly rejectionOf: (url: string) => WebhookUrlRejection | null;
};
