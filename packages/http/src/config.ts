const kibi = 1024;
const mebi = 1024 * kibi;

/** What a request may weigh; all sizes in bytes, counted while the bytes arrive. */
export type Limits = {
  readonly urlBytes: number;
  readonly jsonBytes: number;
  readonly jsonDepth: number;
  /** A whole multipart body. */
  readonly multipartBytes: number;
  readonly imageBytes: number;
  readonly videoBytes: number;
  readonly files: number;
  readonly textFields: number;
  /** One text field of a multipart body. */
  readonly textBytes: number;
  /** All upload bytes held for all requests at one time. */
  readonly uploadBytesInFlight: number;
};

export const defaultLimits: Limits = {
  urlBytes: 8 * kibi,
  jsonBytes: 64 * kibi,
  jsonDepth: 16,
  multipartBytes: 120 * mebi,
  imageBytes: 10 * mebi,
  videoBytes: 50 * mebi,
  files: 5,
  textFields: 25,
  textBytes: 16 * kibi,
  uploadBytesInFlight: 480 * mebi,
};

/** What the surface must know of its surroundings. */
export type HttpConfig = {
  /** Origins that browsers may call from, compared exactly (RFC 6454 serialization). */
  readonly allowedOrigins: readonly string[];
  /** Whether a scenario may be chosen when a profile is created. */
  readonly sandbox: boolean;
  readonly service: string;
  readonly version: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly startedAt: string;
  readonly limits: Limits;
};
