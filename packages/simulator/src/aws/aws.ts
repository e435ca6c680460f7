import { headerOf, type IncomingRequest, type SimulatedCall } from '../core/exchange.ts';
import type { SimulatorState } from '../core/state.ts';
import type { Upgrade } from '../core/web-socket.ts';
import type { IssuedKeys } from './authorize.ts';
import { faceStream, isFaceStream, type StreamReport } from './face-stream.ts';
import { livenessSessions } from './liveness-sessions.ts';
import { rekognition } from './rekognition.ts';
import { s3 } from './s3.ts';
import { sts } from './sts.ts';

export type Aws = {
  /** Answers what is asked of two services by `POST /`, and of the object store; `null` for any other request. */
  readonly route: (incoming: IncomingRequest) => SimulatedCall | null;
  /** Takes a connection that asks for a WebSocket. */
  readonly stream: (incoming: IncomingRequest, upgrade: Upgrade, report: (one: StreamReport) => void) => void;
};

/** The AWS services, distinguished by their protocols. */
export const aws = (state: SimulatorState): Aws => {
  const issued = new Map<string, IssuedKeys>();
  const sessions = livenessSessions(state);
  const json = rekognition(state, issued, sessions);
  const query = sts(state, issued);
  const objects = s3(state, issued);
  return {
    route: (incoming) => {
      const object = objects(incoming);
      if (object !== null || incoming.method !== 'POST' || incoming.path !== '/') return object;
      return headerOf(incoming, 'x-amz-target') === undefined ? query(incoming) : json(incoming);
    },
    stream: (incoming, upgrade, report) => {
      if (isFaceStream(incoming)) faceStream({ state, issued, start: sessions.stream, report })(incoming, upgrade);
      else upgrade.refuse(null);
    },
  };
};
