import type { EndpointSettings, EventType } from './wire.ts';

/** An endpoint while it is typed. `types` counts where not everything is sent. */
export type EndpointForm = {
  readonly url: string;
  readonly description: string;
  readonly isEverything: boolean;
  readonly types: readonly EventType[];
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
