import {
  type Clock,
  E,
  type NotFound,
  notFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { decode, oneOf, plainText, t } from '@portcullis/domain/kernel';
import { monotonicNow } from '@portcullis/domain/ports';
import type { VendorClient } from '@portcullis/vendor-client';
import { type AnthropicClientOptions, anthropicClient } from './client.ts';
import { readerOutage, unavailableOf } from './errors.ts';

const support = t.type({ supported: t.boolean });
const lifecycleStates = ['active', 'deprecated', 'retired'] as const;

/** The part of the provider's description of a model that is used here. */
const ModelCodec = t.type({
  type: t.literal('model'),
  id: plainText(1, 128),
  lifecycle: oneOf(lifecycleStates),
  max_tokens: t.union([t.number, t.null]),
  retires_at: t.union([t.string, t.null]),
  capabilities: t.union([
    t.type({
      image_input: support,
      structured_outputs: support,
      thinking: t.type({ types: t.type({ disabled: support }) }),
    }),
    t.null,
  ]),
});
type Model = t.TypeOf<typeof ModelCodec>;

/** The known facts of the model; `null` means that one is not known. `retiresAt` is a day (`YYYY-MM-DD`). */
export type Capabilities = {
  /** `unsuitable`: the model is retired or unknown to the provider, or it cannot read images or follow a schema. */
  readonly status: 'unknown' | 'fit' | 'unsuitable';
  readonly lifecycle: (typeof lifecycleStates)[number] | null;
  readonly structuredOutputs: boolean | null;
  readonly imageInput: boolean | null;
  readonly thinkingOff: boolean | null;
  readonly maxTokens: number | null;
  readonly retiresAt: string | null;
};

const unknownCapabilities: Capabilities = {
  status: 'unknown',
  lifecycle: null,
  structuredOutputs: null,
  imageInput: null,
  thinkingOff: null,
  maxTokens: null,
  retiresAt: null,
};

const statusOf = ({ lifecycle, capabilities }: Model): Capabilities['status'] => {
  if (lifecycle === 'retired') return 'unsuitable';
  if (capabilities === null) return 'unknown';
  return capabilities.image_input.supported && capabilities.structured_outputs.supported ? 'fit' : 'unsuitable';
};

const capabilitiesOf = (model: Model): Capabilities => ({
  status: statusOf(model),
  lifecycle: model.lifecycle,
  structuredOutputs: model.capabilities?.structured_outputs.supported ?? null,
  imageInput: model.capabilities?.image_input.supported ?? null,
  thinkingOff: model.capabilities?.thinking.types.disabled.supported ?? null,
  maxTokens: Number.isInteger(model.max_tokens) && (model.max_tokens ?? 0) > 0 ? model.max_tokens : null,
  retiresAt: /^\d{4}-\d{2}-\d{2}/.exec(model.retires_at ?? '')?.[0] ?? null,
});

export type ModelAccess = AnthropicClientOptions & { readonly model: string; readonly vendorClient: VendorClient };

/**
 * A 404 of a gateway that has no such route says nothing about the model. A 404 with the provider's own error code
 * does.
 */
const lookupFailure = (thrown: unknown): NotFound | Unavailable => {
  const failure = unavailableOf(thrown);
  const { cause } = failure;
  const code = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return code === 'not_found_error' ? notFound : failure;
};

/**
 * Requests the model's description from the provider in one call that is free of charge. `NotFound`: the provider has
 * no model of that name.
 */
export const fetchCapabilities = (access: ModelAccess): TaskEither<NotFound | Unavailable, Capabilities> =>
  access.vendorClient.call({ service: 'document_reader', operation: 'models.retrieve' }, (call) =>
    pipe(
      TE.tryCatch(
        async () => anthropicClient(access, call).models.retrieve(access.model, {}, { signal: call.signal }),
        lookupFailure,
      ),
      TE.flatMap((response) => {
        const decoded = decode(ModelCodec, response);
        return E.isRight(decoded)
          ? TE.right(capabilitiesOf(decoded.right))
          : TE.left(readerOutage('invalid_response', { name: 'ModelFault', code: 'no_model' }));
      }),
    ),
  );

export type CapabilityCache = {
  /**
   * Returns what is known now. When that is stale or missing, a request to the provider starts in the background, and
   * the caller does not wait for it.
   */
  readonly capabilities: () => Capabilities;
  /** Requests the description now and returns what is known afterwards. Never rejects. */
  readonly probe: () => Promise<Capabilities>;
};

const cacheTtlMs = 300_000;
/** How long to wait, after a request that failed, before the next one. */
const retryAfterMs = 30_000;

/** Caches what is known of the model. A request that fails leaves the cached value unchanged. */
export const capabilityCache = (access: ModelAccess, clock: Clock): CapabilityCache => {
  let known = unknownCapabilities;
  let requestedAt = Number.NEGATIVE_INFINITY;
  const probe = async (): Promise<Capabilities> => {
    requestedAt = monotonicNow(clock);
    const found = await fetchCapabilities(access)();
    if (E.isRight(found)) known = found.right;
    else if (found.left._tag === 'NotFound') known = { ...unknownCapabilities, status: 'unsuitable' };
    else requestedAt += retryAfterMs - cacheTtlMs;
    return known;
  };
  return {
    probe,
    capabilities: () => {
      if (monotonicNow(clock) - requestedAt >= cacheTtlMs) void probe();
      return known;
    },
  };
};
