import { integer, matching, oneOf, t } from '../kernel/codec.ts';
import { statuses } from '../kernel/status.ts';
import { steps } from '../kernel/steps.ts';
import { isReasonCode, type ReasonCode } from '../policy/reasons.ts';
import { type IdentityCodec, listOf, recordCodec } from './record-codec.ts';

/** ISO 8601 UTC with milliseconds. We write times in this form only, so that times compare as text. */
export const timestamp: IdentityCodec<string> = matching(
  'a time like 2026-05-01T10:00:00.000Z',
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
);

/** 32 bytes in lower-case hex. */
export const hex64: IdentityCodec<string> = matching('64 hex characters', /^[0-9a-f]{64}$/);

/** The name of a model that compares faces. */
export const FaceModelCodec = matching('a model of faces', /^[a-z0-9][a-z0-9._-]{0,63}$/);

/** A count, or a position. */
export const nonNegativeInteger: IdentityCodec<number> = integer(0, Number.MAX_SAFE_INTEGER);

export const statusCodec = oneOf(statuses);
export const stepCodec = oneOf(steps);

const reasonCodec: IdentityCodec<ReasonCode> = new t.Type<ReasonCode, ReasonCode, unknown>(
  'a reason code',
  (u): u is ReasonCode => typeof u === 'string' && isReasonCode(u),
  (u, context) => (typeof u === 'string' && isReasonCode(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
);

export const reasonsCodec = listOf(reasonCodec);

/** The reference that names a policy document. */
export const policyRefCodec = recordCodec('policy reference', { id: t.string, version: t.string });

/** A path that was not decided on, and why. */
export const passedOverCodec = recordCodec('passed over path', { path: t.string, reasons: reasonsCodec });
