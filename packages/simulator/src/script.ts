import { isScenarioName, type ScenarioName } from '@portcullis/adapter-memory';
import { closed, type DecodeFault, decode, described, E, type Either, integer, oneOf, t } from '@portcullis/domain';
import { isObject, type JsonObject } from './json.ts';

export const vendors = ['rekognition', 'sts', 'anthropic', 'fingerprint'] as const;
export type Vendor = (typeof vendors)[number];

/** What can be asked of each vendor, as faults and the log of requests name it. */
const operations = [
  ...['CreateFaceLivenessSession', 'GetFaceLivenessSessionResults', 'DetectFaces', 'CompareFaces'],
  ...['GetFederationToken', 'AssumeRole', 'GetCallerIdentity'],
  ...['messages.create', 'models.retrieve'],
  'events.get',
] as const;

export const faultKinds = [
  ...(['http_400', 'http_401', 'http_403', 'http_404', 'http_429', 'http_500', 'http_503', 'http_529'] as const),
  ...(['throttling', 'access_denied', 'html_502', 'redirect'] as const),
  ...(['reset', 'stalled_headers', 'stalled_body', 'slow_drip', 'truncated_body', 'huge_body'] as const),
  ...(['not_json', 'empty_body', 'wrong_types', 'unknown_fields'] as const),
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One thing that goes wrong. */
export type Fault = {
  readonly vendor: Vendor;
  /** One operation of the vendor; all of them where none is named. */
  readonly operation?: string;
  readonly kind: FaultKind;
  /** How many calls it meets; until the reset where it is left out. */
  readonly times?: number;
  /** The `Retry-After` of an answer that is a status. */
  readonly retryAfterSeconds?: number;
  /** Another code of the vendor's for the same status, such as `ProvisionedThroughputExceededException`. */
  readonly code?: string;
  readonly message?: string;
};

/**
 * The faces on a picture: each is laid upon a good one, and none is nobody. With `similarity` (0 to 100, else 97.5) a face says how like
 * the largest one it is, which shows when the picture is compared with itself.
 */
export type Faces = readonly JsonObject[];

/** What the pictures show, beyond what the scenario says. */
export type FacesScript = {
  /** On pictures that came out of a liveness session. */
  readonly selfie?: Faces;
  /** On every other picture. */
  readonly document?: Faces;
  /** By SHA-256 (hex) of a picture, whatever it is. */
  readonly images?: { readonly [sha256: string]: Faces };
  /** 0 to 100. */
  readonly similarity?: number;
  /** Laid upon the answer of CompareFaces. */
  readonly comparison?: JsonObject;
};

/** How the vendors play. */
export type Script = {
  readonly scenario: ScenarioName;
  readonly faults: readonly Fault[];
  /** IAM actions that the user may not call, such as `rekognition:CompareFaces`. */
  readonly denied: readonly string[];
  /** What the model reads: an object as JSON, a string as it is; by default what is printed on the scenario's specimen. */
  readonly reading: unknown;
  /** The same by SHA-256 (hex) of an image of the request; it comes before `reading`. */
  readonly readings: { readonly [sha256: string]: unknown };
  /** Laid upon the message around the reading. */
  readonly message: JsonObject;
  /** Laid upon the device event; the paths in `absent` are taken out of it. */
  readonly event: JsonObject;
  readonly faces: FacesScript;
};

export const firstScript: Script = {
  scenario: 'approve',
  faults: [],
  denied: [],
  reading: undefined,
  readings: {},
  message: {},
  event: {},
  faces: {},
};

const ScenarioCodec = described(
  'the name of a scenario',
  (u): u is ScenarioName => typeof u === 'string' && isScenarioName(u),
  { type: 'string' },
);
const ObjectCodec = described('an object', isObject, { type: 'object' });

const FaultCodec = closed(
  { vendor: oneOf(vendors), kind: oneOf(faultKinds) },
  {
    operation: oneOf(operations),
    times: integer(1, 1_000_000),
    retryAfterSeconds: integer(0, 86_400),
    code: t.string,
    message: t.string,
  },
);

const Faces = t.array(ObjectCodec);
const FacesCodec = closed(
  {},
  { selfie: Faces, document: Faces, images: t.record(t.string, Faces), similarity: t.number, comparison: ObjectCodec },
);

const ScriptCodec = closed(
  {},
  {
    scenario: ScenarioCodec,
    faults: t.array(FaultCodec),
    denied: t.array(t.string),
    reading: t.unknown,
    readings: ObjectCodec,
    message: ObjectCodec,
    event: ObjectCodec,
    faces: FacesCodec,
  },
);

/** The parts of a script that were given, or what is wrong with them. */
export const readScript = (given: unknown): Either<readonly DecodeFault[], Partial<Script>> => {
  const decoded = decode(ScriptCodec, given);
  return E.isLeft(decoded) ? decoded : E.right(decoded.right);
};
