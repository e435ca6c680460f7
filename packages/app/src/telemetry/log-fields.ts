import {
  isUnavailable,
  type OutageCause,
  outageCauseOf,
  outageCauses,
  type RequestTrace,
  traceIdOf,
} from '@portcullis/domain/kernel';

/**
 * The allowlist of log fields. `formats` below has the format that each value must have. A field that is `undefined` is
 * not written.
 */
export type LogFields = {
  readonly request_id?: string;
  /** The trace to which the caller of the request says that it belongs (W3C Trace Context). */
  readonly trace_id?: string | undefined;
  readonly method?: string;
  /** The template of the route, never the requested path. */
  readonly route?: string | null;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly caller?: string | null;
  readonly client_id?: string | null;
  readonly partner_id?: string | null;
  readonly profile_id?: string | undefined;
  /** An endpoint for webhooks. */
  readonly endpoint_id?: string;
  readonly error_code?: string | null;
  /** What was found; every line with a `cause` has one. */
  readonly outage_cause?: OutageCause | undefined;
  /** The limit that a request met. */
  readonly limit?: string | undefined;
  /** The part of the sweep that failed. */
  readonly part?: string;
  /** The technical reason of a failure; `describeCause` decides what is written of it. */
  readonly cause?: unknown;
  readonly service?: string;
  readonly version?: string;
  readonly environment?: string;
  readonly host?: string;
  readonly port?: number;
  /** The name of a variable of the configuration. */
  readonly variable?: string;
  /** A sentence of our own code: a rule of the configuration, or a fault of the schema. */
  readonly rule?: string;
  readonly signal?: string;
  readonly count?: number;
  readonly seconds?: number;
  /** Of a call to a vendor: the vendor, the operation, its outcome and the number of requests that were sent. */
  readonly provider?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly sent?: number;
  /**
   * The vendor's request id, for its support. The id of a device event has another format: it would identify a person.
   */
  readonly vendor_request_id?: string;
};

/** What a line says of the request in which it is written, where there is one. */
export const requestFields = (request: RequestTrace | null | undefined): LogFields => {
  const traceId = request ? traceIdOf(request) : null;
  return { ...(request && { request_id: request.requestId }), ...(traceId !== null && { trace_id: traceId }) };
};

/** The reason of a failure, without any data that it was about. */
export type CauseFields = {
  readonly name: string;
  readonly code?: string | number;
  readonly status?: number;
  readonly kind?: string;
  readonly service?: string;
  /** The parts of a response that could not be decoded. */
  readonly parts?: readonly string[];
  /** Code locations of the stack, innermost first. */
  readonly frames?: readonly string[];
  readonly cause?: CauseFields;
};

type LoggedValue = string | number | CauseFields | undefined;

const textMatching =
  (form: RegExp) =>
  (value: unknown): LoggedValue =>
    typeof value === 'string' && form.test(value) ? value : undefined;

const maxKnownTexts = 200;

/** Works like `textMatching`, for a field that has a few values again and again: those are matched once. */
const recurringText = (form: RegExp): ((value: unknown) => LoggedValue) => {
  const known = new Set<LoggedValue>();
  const matched = textMatching(form);
  return (value) => {
    if (typeof value === 'string' && known.has(value)) return value;
    const text = matched(value);
    if (text !== undefined && known.size < maxKnownTexts) known.add(text);
    return text;
  };
};
const roundedNumber = (value: unknown): LoggedValue =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1000) / 1000 : undefined;

/** The format of names of error types and of our tags. */
const typeName = /^[A-Z][A-Za-z]{1,48}$/;
/** The format of codes: Node's (`ECONNREFUSED`), PocketBase's (`validation_not_unique`) and our own. */
const codeWord = /^([A-Z][A-Z0-9_]{2,40}|[a-z]{2,20}(_[a-z]{1,20}){0,5})$/;
const visible = /^[\x21-\x7e]{1,128}$/;
const sentence = /^[^\p{Cc}]{1,500}$/u;

const maxFrames = 12;
const framePattern = /^\s+at (?:(?:async )?(?:new )?([\w$.<>]{1,80}) (?:\[as [\w$]+\] )?\()?([^\s()]+:\d+:\d+)\)?$/;

/** Frames are parsed after the message only: a message may contain values, and may even look like frames. */
const framesOf = (error: Error): readonly string[] => {
  const stack = error.stack ?? '';
  const start = error.message === '' ? 0 : stack.indexOf(error.message) + error.message.length;
  if (start < error.message.length) return [];
  const found = stack
    .slice(start)
    .split('\n')
    .map((line) => framePattern.exec(line));
  return found
    .filter((match) => match !== null)
    .slice(0, maxFrames)
    .map(([, inside, at]) => `${inside ?? ''} ${(at ?? '').replace(/^.*\/(packages|node_modules)\//, '$1/')}`.trim());
};

const textAt = (from: object, key: string, form: RegExp): string | undefined => {
  const value: unknown = Reflect.get(from, key);
  return typeof value === 'string' && form.test(value) ? value : undefined;
};
const numberAt = (from: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(from, key);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

/** The first part of each pointer of the decode faults; further parts may be keys of personal data. */
const partsOf = (faults: readonly unknown[]): readonly string[] => {
  const first = (fault: unknown) =>
    typeof fault === 'object' && fault !== null
      ? /^\/([a-z_]{1,40})(\/|$)/.exec(`${Reflect.get(fault, 'pointer')}`)?.[1]
      : undefined;
  return [...new Set(faults.map(first).filter((part) => part !== undefined))].slice(0, 20);
};

const withoutUndefined = (known: { readonly [Key in keyof CauseFields]: CauseFields[Key] | undefined }): object =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));

/**
 * Describes a failure for the log: names, codes, statuses and code locations, along the chain of causes. A message is
 * never included: those of vendors, databases and parsers quote their input.
 */
const describeCause = (cause: unknown, depth = 0): CauseFields => {
  if (Array.isArray(cause)) return { name: 'DecodeFaults', parts: partsOf(cause) };
  if (typeof cause !== 'object' || cause === null) return { name: typeof cause };
  const inner: unknown = Reflect.get(cause, 'cause') ?? Reflect.get(cause, 'originalError');
  const named = textAt(cause, '_tag', typeName) ?? textAt(cause, 'name', typeName);
  return {
    name: named ?? 'object',
    ...withoutUndefined({
      name: undefined,
      code: textAt(cause, 'code', codeWord) ?? numberAt(cause, 'code'),
      status: numberAt(cause, 'status'),
      kind: textAt(cause, 'kind', codeWord),
      service: textAt(cause, 'service', codeWord),
      frames: cause instanceof Error ? framesOf(cause) : undefined,
      cause: inner !== undefined && inner !== null && depth < 4 ? describeCause(inner, depth + 1) : undefined,
    }),
  };
};

const formats: { readonly [Field in keyof Required<LogFields>]: (value: unknown) => LoggedValue } = {
  request_id: textMatching(visible),
  trace_id: textMatching(/^[0-9a-f]{32}$/),
  method: recurringText(/^[A-Z]{3,10}$/),
  route: recurringText(/^\/[\w\-/:.{}*]{0,100}$/),
  status: roundedNumber,
  duration_ms: roundedNumber,
  caller: recurringText(/^(machine|flow)$/),
  client_id: recurringText(visible),
  partner_id: recurringText(visible),
  profile_id: textMatching(/^[a-z0-9]{15}$/),
  endpoint_id: textMatching(/^[a-z0-9]{15}$/),
  error_code: recurringText(codeWord),
  outage_cause: (value) => outageCauses.find((word) => word === value),
  limit: recurringText(codeWord),
  part: recurringText(codeWord),
  cause: (value) => describeCause(value),
  service: recurringText(codeWord),
  version: textMatching(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/),
  environment: textMatching(codeWord),
  host: textMatching(/^[\w.:%-]{1,255}$/),
  port: roundedNumber,
  variable: textMatching(/^[A-Z][A-Z_]{1,60}(\[\d+\][\w.[\]]{0,80})?$/),
  rule: textMatching(sentence),
  signal: textMatching(/^SIG[A-Z0-9]{1,10}$/),
  count: roundedNumber,
  seconds: roundedNumber,
  provider: recurringText(codeWord),
  operation: recurringText(/^[A-Za-z][A-Za-z0-9_.]{1,40}$/),
  outcome: recurringText(codeWord),
  sent: roundedNumber,
  vendor_request_id: textMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/),
};

const formatByField = new Map(Object.entries(formats));

/** The word for a failure: the one that an outage carries, and `unexpected` for everything else. */
const wordFor = (cause: unknown): OutageCause => (isUnavailable(cause) ? outageCauseOf(cause) : 'unexpected');

/** Keeps the fields that are known and well formed; drops all others. */
export const allowedFields = (fields: LogFields): { readonly [field: string]: LoggedValue } => {
  const kept: { [field: string]: LoggedValue } = {};
  // This runs once for each request: one loop over the given fields is cheaper than one over all known fields.
  for (const field of Object.keys(fields)) {
    const text = formatByField.get(field)?.(Reflect.get(fields, field));
    if (text !== undefined) kept[field] = text;
  }
  if (kept['cause'] !== undefined) kept['outage_cause'] ??= wordFor(fields.cause);
  return kept;
};
