import type { CallOptions, PersonMethod } from './api/operation.ts';
import * as routes from './api/routes.ts';
import { type ConnectionOptions, connect } from './calls/connect.ts';
import { personMethods } from './calls/methods.ts';
import { required } from './calls/required.ts';
import type { FlowAccess } from './verification-url.ts';

export type { PersonMethod } from './api/operation.ts';
export * from './common.ts';
export { type FlowAccess, linkedProfile, parsedUrl, readVerificationUrl, restoredLink } from './verification-url.ts';

export type FlowClientOptions = ConnectionOptions & FlowAccess;

type OwnProfile<Method> = Method extends (id: string, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** The actions of a person with a flow token, and nothing else. */
export type FlowClient = {
  readonly getProfile: (options?: CallOptions) => ReturnType<PersonMethod<'getProfile'>>;
  readonly updateProfile: OwnProfile<PersonMethod<'updateProfile'>>;
  readonly updateProfileWithFiles: OwnProfile<PersonMethod<'updateProfileWithFiles'>>;
  readonly analyzeDocumentWithFiles: PersonMethod<'analyzeDocumentWithFiles'>;
  readonly openLivenessSession: PersonMethod<'openLivenessSession'>;
  readonly readLivenessResult: PersonMethod<'readLivenessResult'>;
  readonly issueBrowserCredentials: PersonMethod<'issueBrowserCredentials'>;
  readonly submitLivenessCapture: PersonMethod<'submitLivenessCapture'>;
  readonly readSettings: PersonMethod<'readSettings'>;
  readonly createHandoff: PersonMethod<'createHandoff'>;
  readonly reportStep: PersonMethod<'reportFlowStep'>;
};

/** Exchanges the code that another device shows for a flow token of the same link, once. */
export const redeemHandoff = (
  options: ConnectionOptions,
  code: string,
  given?: CallOptions,
): ReturnType<PersonMethod<'redeemHandoff'>> => {
  const token = async () => ({ ok: true, value: '' }) as const;
  const method = personMethods({ ...connect(options), token, dropToken: () => false });
  return method<'redeemHandoff'>(routes.redeemHandoff)({ code: required(code, 'code') }, given);
};

/** The client of a person's browser. It has the flow token of one profile, and knows no secret. */
export const createFlowClient = (options: FlowClientOptions): FlowClient => {
  const open = connect(options);
  const profileId = required(options.profileId || null, 'profileId');
  const flowToken = required(options.flowToken || null, 'flowToken');
  const token = async () => ({ ok: true, value: flowToken }) as const;
  const method = personMethods({ ...open, token, dropToken: () => false });
  const getProfile = method<'getProfile'>(routes.getProfile);
  const updateProfile = method<'updateProfile'>(routes.updateProfile);
  const updateProfileWithFiles = method<'updateProfileWithFiles'>(routes.updateProfileWithFiles);
  return {
    getProfile: (given) => getProfile(profileId, given),
    updateProfile: (...given) => updateProfile(profileId, ...given),
    updateProfileWithFiles: (...given) => updateProfileWithFiles(profileId, ...given),
    analyzeDocumentWithFiles: method<'analyzeDocumentWithFiles'>(routes.analyzeDocumentWithFiles),
    openLivenessSession: method<'openLivenessSession'>(routes.openLivenessSession),
    readLivenessResult: method<'readLivenessResult'>(routes.readLivenessResult),
    issueBrowserCredentials: method<'issueBrowserCredentials'>(routes.issueBrowserCredentials),
    submitLivenessCapture: method<'submitLivenessCapture'>(routes.submitLivenessCapture),
    readSettings: method<'readSettings'>(routes.readSettings),
    createHandoff: method<'createHandoff'>(routes.createHandoff),
    reportStep: method<'reportFlowStep'>(routes.reportFlowStep),
  };
};
