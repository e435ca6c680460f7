import { type Invalid, invalid } from '../kernel/errors.ts';
import type { Json } from '../ledger/entry.ts';

/** The settings of a partner for a profile beside the claims. None of it is evidence, and no check looks at it. */
export type PartnerSettings = {
  readonly language: string;
  readonly metadata: { readonly [key: string]: string };
  readonly redirectUrl: string | null;
};

/** The settings as a partner asks for them. `null` leaves a setting as it is, or at its default in a new profile. */
export type RequestedSettings = {
  readonly language: string | null;
  readonly metadata: { readonly [key: string]: string };
  readonly redirectUrl: string | null;
};

/** A change of settings. Absent settings stay as they are, and `null` removes a key of the metadata. */
export type SettingsChange = {
  readonly language?: string;
  readonly metadata?: { readonly [key: string]: string | null };
};

/** The settings that the person cannot change. */
export const partnerOnlySettings = ['metadata'] as const satisfies readonly (keyof SettingsChange)[];

/** Selects the settings of a request. */
export const requestedSettings = ({
  language,
  metadata,
  redirectUrl,
}: Partial<RequestedSettings>): RequestedSettings => ({
  language: language ?? null,
  metadata: metadata ?? {},
  redirectUrl: redirectUrl ?? null,
});

/** Selects those settings of a change that are present. */
export const settingsChange = ({ language, metadata }: SettingsChange): SettingsChange => ({
  ...(language !== undefined && { language }),
  ...(metadata && { metadata }),
});

/** The part of a change that differs from the settings as they are. */
export const differingSettings = (before: PartnerSettings, { language, metadata }: SettingsChange): SettingsChange => {
  const known = new Map<string, string | null>(Object.entries(before.metadata));
  const differing = Object.entries(metadata ?? {}).filter(([key, value]) => (known.get(key) ?? null) !== value);
  return {
    ...(language !== undefined && language !== before.language && { language }),
    ...(differing.length > 0 && { metadata: Object.fromEntries(differing) }),
  };
};

/** The settings of a new profile. */
export const newSettings = (
  { language, metadata, redirectUrl }: RequestedSettings,
  defaultLanguage: string,
): PartnerSettings => ({ language: language ?? defaultLanguage, metadata, redirectUrl });

/** The settings after the reference was requested again: what is given replaces, and the metadata is merged. */
export const mergeSettings = (before: PartnerSettings, requested: RequestedSettings): PartnerSettings => ({
  language: requested.language ?? before.language,
  metadata: { ...before.metadata, ...requested.metadata },
  redirectUrl: requested.redirectUrl ?? before.redirectUrl,
});

const withoutNulls = (metadata: { readonly [key: string]: string | null }): PartnerSettings['metadata'] =>
  Object.fromEntries(Object.entries(metadata).filter((pair): pair is [string, string] => pair[1] !== null));

/** The settings after a change. */
export const changeSettings = (before: PartnerSettings, { language, metadata }: SettingsChange): PartnerSettings => ({
  language: language ?? before.language,
  metadata: metadata ? withoutNulls({ ...before.metadata, ...metadata }) : before.metadata,
  redirectUrl: before.redirectUrl,
});

/** The ledger's facts of a change, in its personal part; `null` if no setting is changed. */
export const settingsEventData = ({ language, metadata }: SettingsChange): { readonly [key: string]: Json } | null =>
  language === undefined && !metadata
    ? null
    : {
        ...(language !== undefined && { language }),
        ...(metadata && { metadata_keys: Object.keys(metadata).toSorted() }),
      };

/** The settings of an erased profile. */
export const erasedSettings: PartnerSettings = { language: 'en', metadata: {}, redirectUrl: null };

/** How many pairs of metadata a profile holds. */
const maxMetadata = 20;

/** The fault of the settings, if there is one. */
export const settingsFault = ({ metadata }: PartnerSettings): Invalid | null =>
  Object.keys(metadata).length > maxMetadata
    ? invalid([{ pointer: '/metadata', message: `at most ${maxMetadata} pairs in all` }])
    : null;
