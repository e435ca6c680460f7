import { parseJson } from '@portcullis/domain/kernel';
import { EventStreamCodec } from '@smithy/core/event-streams';
import type { WebSocket } from 'ws';
import type { IncomingRequest } from '../core/exchange.ts';
import { isObject, type JsonObject, valueAt } from '../core/json.ts';
import type { SimulatorState } from '../core/state.ts';
import type { Upgrade } from '../core/web-socket.ts';
import { authorizePresigned, type IssuedKeys } from './authorize.ts';
import type { StreamedSession } from './liveness-sessions.ts';

/** The result of a stream, for the log of calls. */
export type StreamReport = {
  readonly status: number;
  /** How often each event of the client came, and how many bytes of video. */
  readonly body?: { readonly events: { readonly [name: string]: number }; readonly videoBytes: number };
};

type StreamDeps = {
  readonly state: SimulatorState;
  readonly issued: ReadonlyMap<string, IssuedKeys>;
  readonly start: (sessionId: string) => StreamedSession | null;
  readonly report: (report: StreamReport) => void;
};

const path = '/start-face-liveness-session-websocket';

/** Whether a request asks for the stream of a liveness session. */
export const isFaceStream = (incoming: IncomingRequest): boolean => incoming.path === path;

/** The values that the component of AWS was published with, which the service sends. */
const challengeConfig = {
  BlazeFaceDetectionThreshold: 0.75,
  FaceDistanceThresholdMin: 0.4,
  FaceDistanceThreshold: 0.4,
  FaceDistanceThresholdMax: 0,
  OvalIouThreshold: 0.7,
  OvalHeightWidthRatio: 1.618,
  OvalIouWidthThreshold: 0.25,
  OvalIouHeightThreshold: 0.25,
  FaceIouWidthThreshold: 0.15,
  FaceIouHeightThreshold: 0.15,
  OvalFitTimeout: 7000,
};

const colors = [
  [0, 0, 0],
  [0, 255, 255],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 0],
  [255, 0, 0],
];

const colorSequences = colors.map((RGB, index) => ({
  FreshnessColor: { RGB },
  DownscrollDuration: index === 0 ? 0 : 300,
  FlatDisplayDuration: index === 0 ? 75 : 100,
}));

/** The oval stands in the middle of the video, half as wide as its shorter side. */
const ovalIn = (width: number, height: number): JsonObject => {
  const ovalWidth = Math.min(width, height) / 2;
  return {
    Width: ovalWidth,
    Height: ovalWidth * challengeConfig.OvalHeightWidthRatio,
    CenterX: width / 2,
    CenterY: height / 2,
  };
};

const sessionInformation = (challenge: string, oval: JsonObject): JsonObject => {
  const common = { OvalParameters: oval, ChallengeConfig: challengeConfig };
  const lights = { LightChallengeType: 'SEQUENTIAL', ColorSequences: colorSequences };
  const isOfLight = challenge === 'FaceMovementAndLightChallenge';
  return { SessionInformation: { Challenge: { [challenge]: isOfLight ? { ...common, ...lights } : common } } };
};

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
);

/** A message of AWS's event stream encoding (`application/vnd.amazon.eventstream`), with its headers of text. */
const messageOf = (headers: { readonly [name: string]: string }, payload: JsonObject): Uint8Array =>
  codec.encode({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }])),
    body: Buffer.from(JSON.stringify(payload)),
  });

const event = (type: string, payload: JsonObject): Uint8Array =>
  messageOf({ ':message-type': 'event', ':event-type': type, ':content-type': 'application/json' }, payload);

const exception = (type: string, Message: string): Uint8Array =>
  messageOf(
    { ':message-type': 'exception', ':exception-type': type, ':content-type': 'application/json' },
    { Message },
  );

/** The event inside of a signed message of the client. The signatures of messages are not verified. */
const clientEvent = (message: Uint8Array): { readonly type: string; readonly body: unknown } | null => {
  try {
    const { body, headers } = codec.decode(codec.decode(message).body);
    return { type: `${headers[':event-type']?.value ?? ''}`, body: parseJson(Buffer.from(body).toString('utf8')) };
  } catch {
    return null; // The last message of a signed stream is an empty one.
  }
};

type Conversation = Pick<StreamDeps, 'report' | 'start' | 'state'>;

/** Tells the challenge, counts what comes, and ends the session with the empty chunk at the end of the video. */
const converse = ({ report, start, state }: Conversation, stream: WebSocket, asked: (name: string) => string): void => {
  const session = start(asked('session-id'));
  const events: Record<string, number> = {};
  let videoBytes = 0;
  let isDone = false;
  stream.on('message', (message: Buffer) => {
    const taken = clientEvent(message);
    if (taken === null || isDone) return;
    events[taken.type] = (events[taken.type] ?? 0) + 1;
    if (taken.type !== 'VideoEvent') return;
    const chunk = valueAt(taken.body, 'VideoChunk');
    const bytes = typeof chunk === 'string' ? Buffer.byteLength(chunk, 'base64') : 0;
    videoBytes += bytes;
    if (bytes > 0 || !isObject(taken.body)) return;
    isDone = true;
    session?.finish();
    stream.send(event('DisconnectionEvent', { TimestampMillis: state.clock.now() }));
    stream.close(1000);
  });
  stream.on('error', () => undefined);
  stream.on('close', () => report({ status: isDone ? 200 : 400, body: { events, videoBytes } }));
  if (session === null) {
    stream.send(exception('ValidationException', 'The session has expired or is invalid.'));
    stream.close(1000);
    return;
  }
  const oval = ovalIn(Number(asked('video-width')), Number(asked('video-height')));
  stream.send(event('ServerSessionInformationEvent', sessionInformation(session.challenge, oval)));
};

/**
 * StartFaceLivenessSession over a WebSocket, as far as its client shows it: the URL is signed, the first message tells
 * the challenge, the video ends with an empty chunk, and then the service disconnects.
 */
export const faceStream =
  ({ issued, report, start, state }: StreamDeps) =>
  (incoming: IncomingRequest, upgrade: Upgrade): void => {
    const { clock, signingClock, region, script } = state;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const needs = { service: 'rekognition', region, ...now, issued, denied: script().denied };
    const signer = authorizePresigned(incoming, needs);
    if ('fault' in signer || !signer.allows('rekognition:StartFaceLivenessSession')) {
      report({ status: 403 });
      upgrade.refuse('403 Forbidden');
      return;
    }
    const asked = (name: string): string => incoming.query.get(name) ?? '';
    upgrade.accept((stream) => converse({ state, start, report }, stream, asked));
  };
