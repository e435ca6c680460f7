import type { FlowSettings } from '@portcullis/client/flow';

/** What the page shows of whoever asks. Each may be missing. */
export type Partner = {
  readonly name: string | null;
  /** A picture as a `data:` URL. */
  readonly logo: string | null;
  /** `#rrggbb`, in which white or black text can be read. */
  readonly accentColor: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly supportUrl: string | null;
};

const textIn = (from: object, name: string): string | null => {
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The partner of the settings. A service of an earlier release says nothing of it. */
export const partnerOf = (settings: FlowSettings | null): Partner => {
  const named: unknown = settings === null ? null : Reflect.get(settings, 'partner');
  const from = typeof named === 'object' && named !== null ? named : {};
  return {
    name: textIn(from, 'name'),
    logo: textIn(from, 'logo'),
    accentColor: textIn(from, 'accent_color'),
    privacyUrl: textIn(from, 'privacy_url'),
    termsUrl: textIn(from, 'terms_url'),
    supportUrl: textIn(from, 'support_url'),
  };
};
