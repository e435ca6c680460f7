import type { Result } from '@portcullis/client/flow';
import type { openPage } from '#verify/flow/page';
import { accepted, aFlowProfile, aLivenessSession, missing, theFlowSettings } from './flow-answers.ts';

export const ok = <T>(value: T): Promise<Result<T>> =>
  Promise.resolve({ ok: true, value, status: 200, headers: new Headers() });

export type FlowService = NonNullable<Parameters<typeof openPage>[0]['service']>;
type Call = readonly [name: string, body?: unknown];

export const atDocument = aFlowProfile({ requirements: [accepted('consent'), missing('document_front')] });

/** A service that keeps what it was asked, and answers what is asked of a person who has consented. */
export const scriptedFlow = (
  over: Partial<FlowService> = {},
): { readonly calls: readonly Call[]; readonly service: FlowService } => {
  const calls: Call[] = [];
  const service: FlowService = {
    getProfile: async () => ok(atDocument),
    readSettings: async (query) => {
      calls.push(['readSettings', query]);
      return ok(theFlowSettings());
    },
    updateProfile: async (body) => {
      calls.push(['updateProfile', body]);
      return ok(atDocument);
    },
    updateProfileWithFiles: async (body) => {
      calls.push(['updateProfileWithFiles', body]);
      return ok(atDocument);
    },
    analyzeDocumentWithFiles: async (body) => {
      calls.push(['analyzeDocumentWithFiles', body]);
      return ok({
        id: 'a1',
        object: 'document_analysis',
        view: 'person',
        profile_id: atDocument.id,
        document: { type: 'passport' },
        reasons: [],
        profile_status: 'in_progress',
        created_at: '2026-05-04T10:00:00.000Z',
      });
    },
    makeDeviceEvent: async () => null,
    reportStep: async () => ok(null),
    createHandoff: async () => ok({ object: 'handoff', code: 'a.1', expires_at: '2026-05-04T10:05:00.000Z' }),
    openLivenessSession: async () => ok(aLivenessSession),
    issueBrowserCredentials: async () => {
      throw new Error('not in this test');
    },
    submitLivenessCapture: async () => ok(null),
    readLivenessResult: async () => {
      throw new Error('not in this test');
    },
    ...over,
  };
  return { calls, service };
};

/** Lets everything happen that was begun. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that stands still. */
export const still = { wait: () => undefined, isOnline: () => true, now: () => 0 };
