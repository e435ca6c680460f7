// The endpoints of webhooks, as the service answers them, and what is typed to make or to change one.

/** The events that an endpoint may get: the names of the API, which are never renamed. */
export const eventTypes = [
  'profile.created',
  'profile.consent_given',
  'profile.submitted',
  'profile.requires_input',
  'profile.in_review',
  'profile.approved',
  'profile.declined',
  'profile.lapsed',
  'profile.expired',
  'profile.canceled',
  'profile.erased',
  'endpoint.disabled',
] as const;

export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** The events that are sent; `null`: all of them. */
  readonly types: readonly string[] | null;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly verified_at: string | null;
  /** Until when the secret before signs as well, in ISO 8601 UTC. */
  readonly old_secret_ends_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** The result of a ping: the status of the answer, or why there was none. */
export type WebhookPing = {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly failure: string | null;
  readonly ms: number;
};

export type PingedEndpoint = { readonly endpoint: WebhookEndpoint; readonly ping: WebhookPing };

/** An endpoint with its secret, which the service says once. */
export type EndpointSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };
export type CreatedEndpoint = EndpointSecret & PingedEndpoint;

export type WebhookDelivery = {
  readonly event_id: string;
  readonly at: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly failure: string | null;
  readonly ms: number;
};

export type DeliveryPage = { readonly data: readonly WebhookDelivery[]; readonly next_cursor: string | null };

export type DeadLetter = { readonly event_id: string; readonly attempts: number; readonly given_up_at: string };
export type DeadLetterPage = { readonly data: readonly DeadLetter[]; readonly next_cursor: string | null };

/** The events to send once more: one event, or everything that was given up. */
export type WebhookReplay = { readonly event: string } | { readonly dead_letters: true };

export type EndpointSettings = Pick<WebhookEndpoint, 'url' | 'description' | 'types'>;

/** An endpoint while it is typed. `types` counts where not everything is sent. */
export type EndpointForm = {
  readonly url: string;
  readonly description: string;
  readonly isEverything: boolean;
  readonly types: readonly string[];
  /** The settings on the screen when it was begun; `null` for a new one. */
  readonly from: EndpointSettings | null;
};

export const emptyEndpointForm: EndpointForm = { url: '', description: '', isEverything: true, types: [], from: null };

export const endpointFormOf = ({ description, types, url }: EndpointSettings): EndpointForm => ({
  url,
  description: description ?? '',
  isEverything: types === null,
  types: types ?? [],
  from: { url, description, types },
});

export type EndpointFault = 'url_needed' | 'url_form' | 'description_long' | 'types_needed';

const maxUrl = 1024;
const maxDescription = 100;

/** An address as the service takes one: whether it is possible is for the service to say. */
const isUrl = (text: string): boolean =>
  text.length <= maxUrl && /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i.test(text);

/** The faults that keep a form from being sent. Characters are counted as the service counts them. */
export const endpointFaultsOf = ({ description, isEverything, types, url }: EndpointForm): readonly EndpointFault[] => {
  const faults: EndpointFault[] = [];
  if (url.trim() === '') faults.push('url_needed');
  else if (!isUrl(url.trim())) faults.push('url_form');
  if (description.trim().length > maxDescription) faults.push('description_long');
  if (!isEverything && types.length === 0) faults.push('types_needed');
  return faults;
};

/** The values of a form, as the service takes them. */
export const endpointSettingsOf = ({ description, isEverything, types, url }: EndpointForm): EndpointSettings => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  types: isEverything ? null : types.toSorted(),
});

const sameTypes = (one: EndpointSettings['types'], other: EndpointSettings['types']): boolean =>
  one === null || other === null ? one === other : one.toSorted().join() === other.toSorted().join();

/** The changes in a form. Untouched fields stay as others have changed them meanwhile. */
export const endpointChangesOf = (form: EndpointForm): Partial<EndpointSettings> => {
  const { description, types, url } = endpointSettingsOf(form);
  const { from } = form;
  return {
    ...(url !== from?.url && { url }),
    ...(description !== (from?.description ?? null) && { description }),
    ...(!sameTypes(types, from?.types ?? null) && { types }),
  };
};

/** The host of an address: its path can hold what nobody else should read. Any other text is shown as it is. */
export const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
