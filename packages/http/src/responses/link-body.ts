import type { FlowLink } from '@portcullis/domain';
import { IdCodec, t } from '@portcullis/domain/kernel';
import { Timestamp } from './shared-codecs.ts';

/** The fields of a link with its token. They are `null` when the profile takes no more input. */
export const linkFields = (link: FlowLink | null) => ({
  verification_url: link?.url ?? null,
  flow_token: link?.token ?? null,
  flow_token_expires_at: link?.expiresAt ?? null,
});

export const FlowLinkBody = t.type(
  {
    object: t.literal('flow_link'),
    profile_id: IdCodec,
    verification_url: t.string,
    flow_token: t.string,
    flow_token_expires_at: Timestamp,
  },
  'FlowLink',
);
