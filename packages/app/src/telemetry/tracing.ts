import {
  type Attributes,
  type Context,
  context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isUnavailable, type OutageCause, outageCauseOf } from '@portcullis/domain/kernel';
import type { RequestDescription, TraceRequest } from '@portcullis/http';
import type { OwnedVendorClient } from '@portcullis/vendor-client';
import { knownMethods } from './metric-list.ts';

/** Attributes are constants of our own code and ids, and never data of a person. */
type Step = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** The parent, where no span is active: the `traceparent` of the request. */
  readonly traceparent: string | null;
};

/** Runs work within a span, and hands the `traceparent` of the span on to it. */
type Tracing = <A>(
  step: Step,
  work: (traceparent: string, span: Span) => Promise<A>,
  failureOf: (result: A) => OutageCause | null,
) => Promise<A>;

const spanContextOf = (traceparent: string) => ({
  traceId: traceparent.slice(3, 35),
  spanId: traceparent.slice(36, 52),
  traceFlags: Number.parseInt(traceparent.slice(53), 16),
  isRemote: true,
});

const traceparentOf = (span: Span): string => {
  const { spanId, traceFlags, traceId } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** The active span is the parent where there is one; a sampler then decides by its flags. */
const parentOf = ({ traceparent }: Step): Context => {
  const active = context.active();
  return trace.getSpan(active) !== undefined || traceparent === null
    ? active
    : trace.setSpanContext(active, spanContextOf(traceparent));
};

/** No message and no stack: those of vendors and databases quote their input. */
const markFailed = (span: Span, cause: OutageCause): void => {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', cause);
};

const tracingBy =
  (tracer: Tracer): Tracing =>
  (step, work, failureOf) => {
    const { attributes = {}, kind, name } = step;
    const parent = parentOf(step);
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return context.with(trace.setSpan(parent, span), async () => {
      try {
        const result = await work(traceparentOf(span), span);
        const failure = failureOf(result);
        if (failure !== null) markFailed(span, failure);
        return result;
      } catch (thrown) {
        markFailed(span, 'unexpected');
        throw thrown;
      } finally {
        span.end();
      }
    });
  };

/**
 * The tracing of the SDK that was registered before the program was loaded (`--import`), or `null`. Without an SDK
 * nothing is wrapped, and nothing is paid for it: the API's own tracer that does nothing would still make a span, a
 * context and a closure for every call.
 */
const registeredTracing = (): Tracing | null => {
  const provider = trace.getTracerProvider();
  const tracer =
    provider instanceof ProxyTracerProvider
      ? provider.getDelegateTracer('portcullis')
      : provider.getTracer('portcullis');
  return tracer === undefined ? null : tracingBy(tracer);
};

/** The cause, where a task has ended with an outage. Any other rejection is a valid result. */
const outageIn = (result: unknown): OutageCause | null => {
  if (typeof result !== 'object' || result === null || Reflect.get(result, '_tag') !== 'Left') return null;
  const reason: unknown = Reflect.get(result, 'left');
  return isUnavailable(reason) ? outageCauseOf(reason) : null;
};

/** Runs a task within a span where an SDK is registered. */
export type TracedTask = (name: string, task: () => Promise<unknown>) => Promise<unknown>;

/** Makes spans for the tasks of a port or of the use cases; `null` where no SDK is registered. */
export const taskTracing = (attributes: Attributes, isRemote = false): TracedTask | null => {
  const tracing = registeredTracing();
  const kind = isRemote ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return tracing && ((name, task) => tracing({ name, kind, attributes, traceparent: null }, () => task(), outageIn));
};

/** The same client with a span for each call, which is the parent in the header that the vendor gets. */
export const tracedVendorClient = (provider: string, client: OwnedVendorClient): OwnedVendorClient => {
  const tracing = registeredTracing();
  if (tracing === null) return client;
  return {
    ...client,
    call: (name, attempt, enclosing) => () => {
      const { call, operation, service } = name;
      const step: Step = {
        name: `${provider} ${operation}`,
        kind: SpanKind.CLIENT,
        attributes: {
          'portcullis.provider': provider,
          'portcullis.service': service,
          ...(call !== undefined && { 'portcullis.profile_id': call.profileId }),
        },
        traceparent: call?.request?.traceparent ?? null,
      };
      return tracing(step, (traceparent) => client.call({ ...name, traceparent }, attempt, enclosing)(), outageIn);
    },
  };
};

const describeRequest = (span: Span, method: string, { profileId, route, status }: RequestDescription): void => {
  if (route !== null) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttribute('http.response.status_code', status);
  if (profileId !== null) span.setAttribute('portcullis.profile_id', profileId);
};

/** The span of each request, by the conventions for HTTP servers; `undefined` where no SDK is registered. */
export const requestTracing = (): TraceRequest | undefined => {
  const tracing = registeredTracing();
  if (tracing === null) return undefined;
  return async ({ method, trace: { requestId, traceparent } }, serve) => {
    const known = knownMethods.has(method) ? method : '_OTHER';
    const attributes = { 'http.request.method': known, 'portcullis.request_id': requestId };
    const step: Step = { name: known, kind: SpanKind.SERVER, attributes, traceparent };
    await tracing(
      step,
      async (own, span) => {
        const served = await serve({ requestId, traceparent: own });
        describeRequest(span, known, served);
        return served;
      },
      ({ outageCause, status }) => (status >= 500 ? (outageCause ?? 'unexpected') : null),
    );
  };
};
