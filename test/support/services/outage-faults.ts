import type { UnavailableKind } from '@portcullis/domain/kernel';
import type { VerificationProvider } from '#domain/checks/check-module';
import type { OutageCell } from '#domain/checks/outages';
import type { FaultKind, Script, Vendor } from '#simulator/core/script';

/** A fault at the vendor, by its name and as the simulator's script. */
export type Outage = { readonly name: string; readonly script: Partial<Script> };

type Kinds = { readonly [Kind in UnavailableKind]?: readonly (FaultKind | Outage)[] };

const scripted = (name: string, script: Partial<Script>): Outage => ({ name, script });

const transport = {
  unavailable: ['http_500', 'html_502', 'http_503', 'http_529', 'reset', 'truncated_body'],
  timeout: ['stalled_headers', 'stalled_body', 'slow_drip'],
  invalid_response: ['not_json', 'empty_body', 'wrong_types', 'redirect', 'huge_body'],
} as const;

/** The vendors that verify. */
export type VerificationVendor = Exclude<Vendor, 's3'>;

/** The faults of each vendor that cause each kind of outage. */
const outages: { readonly [V in VerificationVendor]: Kinds } = {
  rekognition: {
    ...transport,
    quota: ['throttling', 'http_429'],
    not_configured: ['access_denied', 'http_401', 'http_403'],
    rejected: ['http_400'],
  },
  sts: {
    ...transport,
    quota: ['throttling', 'http_429'],
    not_configured: ['access_denied', 'http_401', 'http_403'],
    rejected: ['http_400', 'http_404'],
  },
  anthropic: {
    ...transport,
    quota: ['throttling', 'http_429'],
    not_configured: ['access_denied', 'http_401', 'http_403', 'http_404'],
    rejected: ['http_400'],
    model_refused: [scripted('refusal', { message: { stop_reason: 'refusal' } })],
    output_truncated: [scripted('max_tokens', { message: { stop_reason: 'max_tokens' } })],
    output_invalid: [
      scripted('a sentence', { reading: 'It is a passport.' }),
      scripted('another form', { reading: {} }),
    ],
  },
  fingerprint: {
    ...transport,
    quota: ['throttling', 'http_429'],
    not_configured: ['access_denied', 'http_401', 'http_403'],
    rejected: ['http_400'],
  },
};

const vendorOf: { readonly [P in VerificationProvider]: VerificationVendor } = {
  liveness: 'rekognition',
  browser_credentials: 'sts',
  document_reader: 'anthropic',
  faces: 'rekognition',
  device: 'fingerprint',
};

/** Operations of a vendor that the provider of a cell asks, one after the other or in other requests. */
export const operationsOf: { readonly [P in VerificationProvider]: readonly string[] } = {
  liveness: ['CreateFaceLivenessSession', 'GetFaceLivenessSessionResults'],
  browser_credentials: ['GetFederationToken'],
  document_reader: ['messages.create'],
  faces: ['DetectFaces', 'CompareFaces'],
  device: ['events.get'],
};

/** Answers every cause of a row's outage in an operation. */
export const outagesOf = ({ provider, kind }: OutageCell, operation: string): readonly Outage[] => {
  const vendor = vendorOf[provider];
  return (outages[vendor][kind] ?? []).map((fault) =>
    typeof fault === 'string' ? scripted(fault, { faults: [{ vendor, operation, kind: fault }] }) : fault,
  );
};
