import type { Duplex } from 'node:stream';
import { parseJson } from '@portcullis/domain/kernel';
import { decodeMessage, encodeMessage } from '../core/event-message.ts';
import { headerOf, type IncomingRequest } from '../core/exchange.ts';
import { isObject, type JsonObject, valueAt } from '../core/json.ts';
import type { SimulatorState } from '../core/state.ts';
import { acceptWebSocket } from '../core/web-socket.ts';
import { authorizePresigned, type IssuedKeys } from './authorize.ts';
import type { StreamedSession } from './liveness-sessions.ts';

/** What a stream came to, for the log of calls. */
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

const event = (type: string, payload: JsonObject): Buffer =>
  encodeMessage(
    { ':message-type': 'event', ':event-type': type, ':content-type': 'application/json' },
    Buffer.from(JSON.stringify(payload)),
  );

const exception = (type: string, Message: string): Buffer =>
  encodeMessage(
    { ':message-type': 'exception', ':exception-type': type, ':content-type': 'application/json' },
    Buffer.from(JSON.stringify({ Message })),
  );

/** The event inside of a signed message of the client. The signatures of messages are not verified. */
const clientEvent = (message: Buffer): { readonly type: string; readonly body: unknown } | null => {
  const signed = decodeMessage(message);
  const inner = signed === null ? null : decodeMessage(signed.payload);
  if (inner === null) return null;
  return { type: inner.headers.get(':event-type') ?? '', body: parseJson(inner.payload.toString('utf8')) };
};

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
};

/**
 * StartFaceLivenessSession over a WebSocket, as far as its client shows it: the URL is signed, the first message tells
 * the challenge, the video ends with an empty chunk, and then the service disconnects.
 */
export const faceStream =
  ({ issued, report, start, state }: StreamDeps) =>
  (incoming: IncomingRequest, socket: Duplex): void => {
    const { clock, signingClock, region, script } = state;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const needs = { service: 'rekognition', region, ...now, issued, denied: script().denied };
    const signer = authorizePresigned(incoming, needs);
    if ('fault' in signer || !signer.allows('rekognition:StartFaceLivenessSession')) {
      report({ status: 403 });
      refuse(socket, '403 Forbidden');
      return;
    }
    const asked = (name: string): string => incoming.query.get(name) ?? '';
    const session = start(asked('session-id'));
    const events: Record<string, number> = {};
    let videoBytes = 0;
    let isDone = false;
    const stream = acceptWebSocket(socket, headerOf(incoming, 'sec-websocket-key') ?? '', {
      onMessage: (message) => {
        const taken = clientEvent(message);
        // The last message of a signed stream is an empty one.
        if (taken === null || isDone) return;
        events[taken.type] = (events[taken.type] ?? 0) + 1;
        if (taken.type !== 'VideoEvent') return;
        const chunk = valueAt(taken.body, 'VideoChunk');
        const bytes = typeof chunk === 'string' ? Buffer.byteLength(chunk, 'base64') : 0;
        videoBytes += bytes;
        if (bytes > 0 || !isObject(taken.body)) return;
        isDone = true;
        session?.finish();
        stream.send(event('DisconnectionEvent', { TimestampMillis: clock.now() }));
        stream.close(1000);
      },
      onClose: () => report({ status: isDone ? 200 : 400, body: { events, videoBytes } }),
    });
    if (session === null) {
      stream.send(exception('ValidationException', 'The session has expired or is invalid.'));
      stream.close(1000);
      return;
    }
    const oval = ovalIn(Number(asked('video-width')), Number(asked('video-height')));
    stream.send(event('ServerSessionInformationEvent', sessionInformation(session.challenge, oval)));
  };
