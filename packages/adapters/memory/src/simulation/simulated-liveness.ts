import { E, type LivenessProvider, notFound, pipe, TE, type VendorCall } from '@portcullis/domain';
import { lruCache } from '@portcullis/domain/kernel';
import type { LivenessResult, OpenedSession } from '@portcullis/domain/ports';
import { referenceImageOf } from './reference-image.ts';
import type { LivenessScript, Scenario } from './scenarios.ts';
import { maxEntries, type Simulation, scenarioFor } from './simulation.ts';

const sessionMs = 180_000;

type OpenInput = Parameters<LivenessProvider['open']>[0];
type Session = {
  readonly challenge: string;
  readonly script: LivenessScript;
  readonly expiresAt: number;
  reads: number;
};

/**
 * Formats 64 random hex characters as a UUID of version 4 (RFC 9562, section 5.4), in lower case like the provider's
 * own.
 */
const uuidFrom = (salt: string): string => {
  const variant = '89ab'.charAt(Number.parseInt(salt.charAt(16), 16) % 4);
  const third = `4${salt.slice(13, 16)}`;
  return [salt.slice(0, 8), salt.slice(8, 12), third, variant + salt.slice(17, 20), salt.slice(20, 32)].join('-');
};

const resultOf = (sessionId: string, session: Session, now: number): LivenessResult => {
  const { challenge, script, expiresAt, reads } = session;
  if (now >= expiresAt) return { status: 'expired' };
  if (reads <= (script.running ?? 0)) return { status: 'in_progress' };
  if (script.status !== 'succeeded') return { status: script.status };
  const referenceImage = script.referenceImage ? referenceImageOf(sessionId) : null;
  return { status: 'succeeded', confidence: script.confidence, challenge, referenceImage };
};

/**
 * Liveness sessions like the provider's: one for each request token, three minutes long. The simulated person finishes
 * immediately. The number of sessions that the profile had decides which script of the scenario is used, and after a
 * restart its attempt, so that a second attempt does not use the first script.
 */
export const simulatedLiveness = (simulation: Simulation): LivenessProvider => {
  const { clock, ids, region } = simulation;
  const sessions = lruCache<string, Session>(maxEntries);
  const openedByToken = lruCache<string, OpenedSession>(maxEntries);
  const openedCounts = lruCache<string, number>(maxEntries);

  const nextScript = ({ liveness }: Scenario, { profileId, attempt }: VendorCall): LivenessScript => {
    const before = Math.max(openedCounts.peek(profileId) ?? 0, attempt - 1);
    openedCounts.set(profileId, before + 1);
    return liveness[Math.min(before, liveness.length - 1)] ?? liveness[0];
  };
  const open = (scenario: Scenario, { call, challenge, requestToken }: OpenInput): OpenedSession => {
    const existing = openedByToken.peek(requestToken);
    if (existing !== undefined) return existing;
    const expiresAt = clock.now() + sessionMs;
    const session = {
      sessionId: uuidFrom(ids.salt()),
      clientParameters: { region, challenge },
      expiresAt: new Date(expiresAt).toISOString(),
    };
    sessions.set(session.sessionId, { challenge, script: nextScript(scenario, call), expiresAt, reads: 0 });
    openedByToken.set(requestToken, session);
    return session;
  };

  return {
    open: (input) =>
      pipe(
        scenarioFor(simulation, 'liveness', input.call),
        TE.map((scenario) => open(scenario, input)),
      ),
    read:
      ({ sessionId }) =>
      async () => {
        const session = sessions.peek(sessionId);
        if (session === undefined) return E.left(notFound);
        session.reads += 1;
        return E.right(resultOf(sessionId, session, clock.now()));
      },
  };
};
