import type { Anthropic } from '@anthropic-ai/sdk';
import type { VendorCall } from '@portcullis/domain';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { DocumentImage, ImageLimits } from '@portcullis/domain/ports';
import type { Capabilities } from './capabilities.ts';
import { documentSchema } from './document-output.ts';
import { instructions } from './instructions.ts';

/**
 * 5 MiB of base64 are 3,932,160 bytes. On a page that is 2000 pixels wide the letters of the MRZ are about 40 pixels
 * tall. Older models scale the image down to 1568 pixels, so a longer side costs nothing there, and newer ones use it.
 */
export const imageLimits: ImageLimits = { maxBytes: 3_932_160, maxSide: 2000 };

/**
 * Token limits for a response. A response needs about a thousand, and the repetition of a truncated one gets twice the
 * limit.
 */
const tokenLimits = { plain: 4096, thinking: 8192 } as const;

export type Photos = { readonly front: DocumentImage; readonly back: DocumentImage | null };

/** The media type is taken from the bytes: the provider rejects an image that does not match its declared type. */
const imageBlock = ({ bytes }: DocumentImage): Anthropic.ImageBlockParam => ({
  type: 'image',
  source: {
    type: 'base64',
    media_type: mediaTypeOf(bytes) === 'image/png' ? 'image/png' : 'image/jpeg',
    data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  },
});

/**
 * A digest of the profile's id. It lets the provider tell one person's requests from another's when it looks for abuse,
 * and reveals nothing else.
 */
const userOf = ({ profileId }: VendorCall): string => sha256Hex(new TextEncoder().encode(`profile/${profileId}`));

export type MessageInput = {
  readonly model: string;
  readonly call: VendorCall;
  readonly photos: Photos;
  /** Thinking uses the same token limit as the response, so the limit is larger where thinking cannot be turned off. */
  readonly capabilities: Pick<Capabilities, 'thinkingOff' | 'maxTokens'>;
  readonly isRetry: boolean;
};

/**
 * Builds the whole request. It contains nothing that a client said: claims about a document are compared with the
 * reading, and never suggested to the model.
 */
export const messageRequest = ({
  model,
  call,
  photos,
  capabilities,
  isRetry,
}: MessageInput): Anthropic.MessageCreateParamsNonStreaming => {
  const { front, back } = photos;
  const isThinkingOff = capabilities.thinkingOff === true;
  const tokenLimit = (isThinkingOff ? tokenLimits.plain : tokenLimits.thinking) * (isRetry ? 2 : 1);
  return {
    model,
    max_tokens: Math.min(tokenLimit, capabilities.maxTokens ?? tokenLimit),
    ...(isThinkingOff && { thinking: { type: 'disabled' } }),
    system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          imageBlock(front),
          ...(back ? [imageBlock(back)] : []),
          {
            type: 'text',
            text: back
              ? 'The first photo is the front of a document, the second its back.'
              : 'The front of a document.',
          },
        ],
      },
    ],
    output_config: { format: { type: 'json_schema', schema: documentSchema } },
    metadata: { user_id: userOf(call) },
  };
};
