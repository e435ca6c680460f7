import type { Anthropic } from '@anthropic-ai/sdk';
import { type DocumentImage, type ImageLimits, mediaTypeOf, sha256Hex, type VendorCall } from '@portcullis/domain';
import type { Capabilities } from './capabilities.ts';
import { documentSchema } from './document-output.ts';
import { instructions } from './instructions.ts';

/**
 * 5 MiB of base64 are 3,932,160 bytes. A page that fills 2000 pixels has its zone in letters of about 40 pixels; a longer
 * side than the 1568 of older models costs nothing there, as they scale it down, and newer ones read it.
 */
export const imageLimits: ImageLimits = { maxBytes: 3_932_160, maxSide: 2000 };

/** Tokens for an answer, and for the second try of one that was cut off. An answer needs about a thousand. */
const room = { plain: 4096, thinking: 8192 } as const;

export type Photos = { readonly front: DocumentImage; readonly back: DocumentImage | null };

/** Typed by its bytes: the provider refuses an image that is not what it is said to be. */
const imageBlock = ({ bytes }: DocumentImage): Anthropic.ImageBlockParam => ({
  type: 'image',
  source: {
    type: 'base64',
    media_type: mediaTypeOf(bytes) === 'image/png' ? 'image/png' : 'image/jpeg',
    data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  },
});

/** Tells the provider one person's requests from another's when it looks for abuse, and nothing else of them. */
const userOf = ({ profileId }: VendorCall): string => sha256Hex(new TextEncoder().encode(`profile/${profileId}`));

export type Asked = {
  readonly model: string;
  readonly call: VendorCall;
  readonly photos: Photos;
  /** Thinking is taken out of the same room as the answer, so it gets more where it cannot be turned off. */
  readonly capabilities: Pick<Capabilities, 'thinkingOff' | 'maxTokens'>;
  readonly again: boolean;
};

/** The whole request. Nothing that a caller said is in it: what is claimed of a document is compared, not suggested. */
export const messageRequest = ({
  model,
  call,
  photos,
  capabilities,
  again,
}: Asked): Anthropic.MessageCreateParamsNonStreaming => {
  const { front, back } = photos;
  const isOff = capabilities.thinkingOff === true;
  const wanted = (isOff ? room.plain : room.thinking) * (again ? 2 : 1);
  return {
    model,
    max_tokens: Math.min(wanted, capabilities.maxTokens ?? wanted),
    ...(isOff && { thinking: { type: 'disabled' } }),
    system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          imageBlock(front),
          ...(back ? [imageBlock(back)] : []),
          { type: 'text', text: back ? 'The front and the back of a document.' : 'The front of a document.' },
        ],
      },
    ],
    output_config: { format: { type: 'json_schema', schema: documentSchema } },
    metadata: { user_id: userOf(call) },
  };
};
