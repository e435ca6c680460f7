// An operator registers this before the service is loaded (`--import`): an SDK whose spans are lines of the output.
import { type Attributes, context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** A span as a line says it. */
export type SpanLine = {
  readonly event: 'span';
  readonly name: string;
  readonly kind: number;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly failed: boolean;
  readonly attributes: Attributes;
  /** How many events and links it has. */
  readonly more: number;
};

const lineOf = (span: ReadableSpan): SpanLine => {
  const { spanId, traceId } = span.spanContext();
  return {
    event: 'span',
    name: span.name,
    kind: span.kind,
    trace: traceId,
    id: spanId,
    parent: span.parentSpanContext?.spanId ?? null,
    failed: span.status.code === SpanStatusCode.ERROR,
    attributes: span.attributes,
    more: span.events.length + span.links.length + (span.status.message === undefined ? 0 : 1),
  };
};

const exporter = {
  export: (spans: readonly ReadableSpan[], done: (result: { readonly code: number }) => void): void => {
    for (const span of spans) process.stdout.write(`${JSON.stringify(lineOf(span))}\n`);
    done({ code: 0 });
  },
  shutdown: async (): Promise<void> => undefined,
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
