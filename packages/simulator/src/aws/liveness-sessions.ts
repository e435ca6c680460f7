import { randomUUID } from 'node:crypto';
import { type LivenessScript, referenceImageOf } from '@portcullis/adapter-memory';
import { markWithPerson } from '../core/image.ts';
import { type JsonObject, valueAt } from '../core/json.ts';
import { type SimulatorState, storeBounded } from '../core/state.ts';
import { type RekognitionHandler, rekognitionError } from './rekognition-error.ts';

const sessionMs = 180_000;
/** How long an expired session is still distinguished from one that never existed. */
const retentionMs = 360_000;

type Session = {
  readonly script: LivenessScript;
  readonly owner: string;
  readonly openedAt: number;
  readonly challenge: string;
  reads: number;
  /** A session is streamed once: afterwards its result is there, and nothing before that. */
  stream: 'running' | 'finished' | null;
};

/** A session that is being streamed to. */
export type StreamedSession = { readonly challenge: string; readonly finish: () => void };

/** The request tokens with which the service opens its sessions: `<profile id>-<attempt>-<number>`. */
const requestTokenPattern = /^([a-z0-9]{15})-(\d+)-/;

const statuses = { succeeded: 'SUCCEEDED', failed: 'FAILED', expired: 'EXPIRED' } as const;
const versions: { readonly [challenge: string]: string } = {
  FaceMovementAndLightChallenge: '2.0.0',
  FaceMovementChallenge: '1.0.0',
};
const box = { Width: 0.3046, Height: 0.5389, Left: 0.3472, Top: 0.2081 };

const succeeded = (
  sessionId: string,
  session: Session,
  script: Extract<LivenessScript, { status: 'succeeded' }>,
): JsonObject => {
  const bytes = markWithPerson(referenceImageOf(sessionId), session.owner).toString('base64');
  const picture = { Bytes: bytes, BoundingBox: box };
  return {
    Confidence: script.confidence,
    ...(script.referenceImage && { ReferenceImage: picture }),
    AuditImages: [],
    Challenge: { Type: session.challenge, Version: versions[session.challenge] },
    Feedback: [],
  };
};

const resultOf = (SessionId: string, session: Session, now: number): JsonObject => {
  const { script, openedAt, reads } = session;
  if (now >= openedAt + sessionMs) return { SessionId, Status: 'EXPIRED' };
  if (session.stream === 'running' || reads <= (script.running ?? 0)) return { SessionId, Status: 'IN_PROGRESS' };
  const Status = statuses[script.status];
  if (script.status === 'succeeded') return { SessionId, Status, ...succeeded(SessionId, session, script) };
  return { SessionId, Status, ...(script.status === 'failed' && { AuditImages: [] }) };
};

const challengeOf = (request: unknown): string => {
  const preferences = valueAt(request, 'Settings', 'ChallengePreferences');
  const type = Array.isArray(preferences) ? valueAt(preferences[0], 'Type') : undefined;
  return typeof type === 'string' ? type : 'FaceMovementAndLightChallenge';
};

export type Sessions = {
  readonly create: RekognitionHandler;
  readonly results: RekognitionHandler;
  /** Starts the stream of a session; `null` where there is none that can be streamed to. */
  readonly stream: (sessionId: string) => StreamedSession | null;
};

/**
 * Face liveness sessions. Each is valid for three minutes, and there is one for each request token. The simulated
 * person finishes at once, and one whom a browser streams when the stream ends. The number of sessions of the profile
 * and the attempt that the token names decide which result of the scenario is used.
 */
export const livenessSessions = (state: SimulatorState): Sessions => {
  const sessions = new Map<string, Session>();
  const byToken = new Map<string, string>();
  const opened = new Map<string, number>();

  const scriptFor = (owner: string, attempt: number): LivenessScript => {
    const { liveness } = state.scenario();
    const before = Math.max(opened.get(owner) ?? 0, attempt - 1);
    storeBounded(opened, owner, before + 1);
    return liveness[Math.min(before, liveness.length - 1)] ?? liveness[0];
  };
  const open = (request: unknown, token: string): string => {
    const [, owner = '', attempt = '1'] = requestTokenPattern.exec(token) ?? [];
    const sessionId = randomUUID();
    const script = scriptFor(owner, Number(attempt));
    const rest = { owner, openedAt: state.clock.now(), challenge: challengeOf(request) };
    storeBounded(sessions, sessionId, { script, ...rest, reads: 0, stream: null });
    return sessionId;
  };

  return {
    create: (request) => {
      const token = String(valueAt(request, 'ClientRequestToken') ?? '');
      const before = token === '' ? undefined : byToken.get(token);
      const SessionId = before ?? open(request, token);
      if (token !== '') storeBounded(byToken, token, SessionId);
      return { SessionId };
    },
    results: (request) => {
      const SessionId = String(valueAt(request, 'SessionId'));
      const session = sessions.get(SessionId);
      const now = state.clock.now();
      if (session === undefined || now >= session.openedAt + retentionMs)
        return rekognitionError('SessionNotFoundException');
      session.reads += 1;
      return resultOf(SessionId, session, now);
    },
    stream: (sessionId) => {
      const session = sessions.get(sessionId);
      if (session === undefined || session.stream !== null) return null;
      if (state.clock.now() >= session.openedAt + sessionMs) return null;
      session.stream = 'running';
      const finish = (): void => {
        session.stream = 'finished';
      };
      return { challenge: session.challenge, finish };
    },
  };
};
