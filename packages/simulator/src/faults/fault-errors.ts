import type { VendorError } from '../core/exchange.ts';
import type { Fault, FaultKind, Vendor } from '../core/script.ts';

/** How each vendor reports throttling or a missing permission: its status and its code. */
const throttling: { readonly [vendor in Vendor]: VendorError } = {
  rekognition: { status: 400, code: 'ThrottlingException' },
  sts: { status: 400, code: 'Throttling', message: 'Rate exceeded' },
  s3: { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' },
  anthropic: { status: 429 },
  fingerprint: { status: 429 },
};

const denied: { readonly [vendor in Vendor]: VendorError } = {
  rekognition: { status: 400, code: 'AccessDeniedException' },
  sts: { status: 403, code: 'AccessDenied' },
  s3: { status: 403, code: 'AccessDenied' },
  anthropic: { status: 403 },
  fingerprint: { status: 403 },
};

const errorFor = (vendor: Vendor, kind: FaultKind): VendorError | null => {
  if (kind === 'throttling') return throttling[vendor];
  if (kind === 'access_denied') return denied[vendor];
  const status = /^http_(\d{3})$/.exec(kind)?.[1];
  return status === undefined ? null : { status: Number(status) };
};

/** The error response of a fault; `null` for a fault of another kind. */
export const faultError = ({ vendor, kind, code, message, retryAfterSeconds }: Fault): VendorError | null => {
  const error = errorFor(vendor, kind);
  if (error === null) return null;
  return {
    ...error,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
};
