import { isScenarioName, type ScenarioName } from '@portcullis/adapter-memory';
import { E, type Either } from '@portcullis/domain';
import { closedObject, type DecodeFault, decode, integer, oneOf, schemaCodec, t } from '@portcullis/domain/kernel';
import { isObject, type JsonObject } from './json.ts';

export const vendors = ['rekognition', 'sts', 's3', 'anthropic', 'fingerprint'] as const;
export type Vendor = (typeof vendors)[number];

/** The operations of each vendor, as faults and the request log name them. */
const operations = [
  'CreateFaceLivenessSession',
  'GetFaceLivenessSessionResults',
  'DetectFaces',
  'CompareFaces',
  'GetFederationToken',
  'AssumeRole',
  'GetCallerIdentity',
  'PutObject',
  'GetObject',
  'DeleteObject',
  'ListObjectsV2',
  'GetBucketVersioning',
  'GetObjectLockConfiguration',
  'messages.create',
  'models.retrieve',
  'events.get',
] as const;

export const faultKinds = [
  'http_400',
  'http_401',
  'http_403',
  'http_404',
  'http_429',
  'http_500',
  'http_503',
  'http_529',
  'throttling',
  'access_denied',
  'html_502',
  'redirect',
  'reset',
  'stalled_headers',
  'stalled_body',
  'slow_drip',
  'truncated_body',
  'huge_body',
  'not_json',
  'empty_body',
  'wrong_types',
  'unknown_fields',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault. */
export type Fault = {
  readonly vendor: Vendor;
  /** One operation of the vendor. Without it the fault applies to all operations. */
  readonly operation?: string;
  readonly kind: FaultKind;
  /** How many calls are affected. Without it the fault lasts until the reset. */
  readonly times?: number;
  /** The `Retry-After` header of a response with an error status. */
  readonly retryAfterSeconds?: number;
  /** Another code of the vendor for the same status, such as `ProvisionedThroughputExceededException`. */
  readonly code?: string;
  readonly message?: string;
};

/**
 * The faces on a picture. Each is merged into a good face, and an empty list means that there is no face. With
 * `similarity` (0 to 100, default 97.5) a face says how similar it is to the largest one, which matters when the
 * picture is compared with itself.
 */
export type Faces = readonly JsonObject[];

/** The content of the pictures, in addition to the scenario. */
export type FacesScript = {
  /** The faces on every picture that did not come out of a liveness session. */
  readonly document?: Faces;
  /** The faces on a picture of any kind, by its SHA-256 digest (hex). */
  readonly images?: { readonly [sha256: string]: Faces };
};

/** The buckets of the object store. Each is there, in the region of the simulator, and keeps no versions. */
export type BucketScript = {
  readonly exists?: boolean;
  /** Another region, to which requests are redirected. */
  readonly region?: string;
  readonly versioning?: string;
  readonly objectLock?: boolean;
};

/** How the simulated vendors behave. */
export type Script = {
  readonly scenario: ScenarioName;
  readonly faults: readonly Fault[];
  /** IAM actions that the user may not call, such as `rekognition:CompareFaces`. */
  readonly denied: readonly string[];
  /**
   * The model's reading: an object is sent as JSON, a string as it is. The default is what is printed on the scenario's
   * specimen.
   */
  readonly reading: unknown;
  /** The same by the SHA-256 digest (hex) of an image of the request. It takes precedence over `reading`. */
  readonly readings: { readonly [sha256: string]: unknown };
  /** Members that are merged into the message around the reading. */
  readonly message: JsonObject;
  /** Members that are merged into the device event. The paths in `absent` are removed from it. */
  readonly event: JsonObject;
  readonly faces: FacesScript;
  readonly bucket: BucketScript;
  /** How many milliseconds after a request each vendor answers it. The default is 0. */
  readonly latencyMs: { readonly [V in Vendor]?: number };
};

export const defaultScript: Script = {
  scenario: 'approve',
  faults: [],
  denied: [],
  reading: undefined,
  readings: {},
  message: {},
  event: {},
  faces: {},
  bucket: {},
  latencyMs: {},
};

const ScenarioCodec = schemaCodec(
  'the name of a scenario',
  (u): u is ScenarioName => typeof u === 'string' && isScenarioName(u),
  { type: 'string' },
);
const ObjectCodec = schemaCodec('an object', isObject, { type: 'object' });

const FaultCodec = closedObject(
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
const FacesCodec = closedObject({}, { document: Faces, images: t.record(t.string, Faces) });

const Latency = integer(0, 600_000);
const LatencyCodec = closedObject(
  {},
  { rekognition: Latency, sts: Latency, s3: Latency, anthropic: Latency, fingerprint: Latency },
);

const BucketCodec = closedObject(
  {},
  { exists: t.boolean, region: t.string, versioning: t.string, objectLock: t.boolean },
);

const ScriptCodec = closedObject(
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
    bucket: BucketCodec,
    latencyMs: LatencyCodec,
  },
);

/** Returns the given parts of a script, or what is wrong with them. */
export const readScript = (value: unknown): Either<readonly DecodeFault[], Partial<Script>> => {
  const decoded = decode(ScriptCodec, value);
  return E.isLeft(decoded) ? decoded : E.right(decoded.right);
};
