import type { t } from '@portcullis/domain/kernel';
import type { RequestedSettings, SettingsChange } from '@portcullis/domain/profile';
import { LanguageTag, MetadataChangeCodec, MetadataCodec, RedirectUrl } from '@portcullis/domain/serialization';

/** The settings in the body of a create. */
export type PartnerSettingsBody = {
  readonly language?: string;
  readonly metadata?: { readonly [key: string]: string };
  readonly redirect_url?: string;
};

export const settingsFields = { language: LanguageTag, metadata: MetadataCodec, redirect_url: RedirectUrl };

export const requestedSettingsOf = ({ language, metadata, redirect_url }: PartnerSettingsBody): RequestedSettings => ({
  language: language ?? null,
  metadata: metadata ?? {},
  redirectUrl: redirect_url ?? null,
});

/** The settings in the body of a change: those of any caller, and those of the partner alone. */
export const settingsChangeFields = {
  common: { language: LanguageTag },
  partner: { metadata: MetadataChangeCodec },
  /** The fields of a multipart request that hold a setting, and those of them that are JSON. */
  text: ['language', 'metadata'],
  json: ['metadata'],
} as const;

type BodyOf<Fields extends t.Props> = { readonly [Field in keyof Fields]?: t.TypeOf<Fields[Field]> };

export type SettingsChangeBody = BodyOf<typeof settingsChangeFields.common & typeof settingsChangeFields.partner>;

export const settingsChangeOf = ({ language, metadata }: SettingsChangeBody): SettingsChange => ({
  ...(language !== undefined && { language }),
  ...(metadata && { metadata }),
});
