import { type ProfileId, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import type { HttpError } from '../request/http-error.ts';
import type { HttpContext, RequestContext } from '../request/request-context.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import type { HttpDeps, Route } from './route.ts';

/** While no line can be written, nothing of a person is shown. */
export const accessLogFull = withOutageCause(
  unavailable('database', 'the access log takes no more lines'),
  'access_log_full',
);

/** The refusals that say something of a profile: its status, its checks, its consent, its changes or its hold. */
const disclosingErrors: ReadonlySet<HttpError['_tag']> = new Set([
  'InvalidTransition',
  'BiometricsNotPassed',
  'ConsentRequired',
  'FlowEnded',
  'ChangeLimitReached',
  'LegalHoldStands',
]);

/** Whether a refusal shows something of what is kept about a person. */
export const disclosesProfile = ({ _tag }: HttpError): boolean => disclosingErrors.has(_tag);

/** Notes which profile an answer is about, and as whom it was given, where the request says neither. */
export const noteShown = (
  context: RequestContext,
  { caller, profileId }: HttpResponse,
  named: ProfileId | null,
): void => {
  context.caller = caller ?? context.caller;
  context.profileId = profileId ?? named ?? context.profileId;
};

/**
 * Notes which profile a refusal is about, for the log. A refusal that discloses something of a person is only answered
 * of a profile that the caller may see. In an outage that may not be known, and an operator has to find what it has
 * affected.
 */
export const noteRefused = (context: RequestContext, error: HttpError, named: ProfileId | null | undefined): void => {
  if (disclosesProfile(error) || error._tag === 'Unavailable') context.profileId ??= named ?? null;
};

/** Records the look. `shown` is `null` for a refusal. */
const record = ({ id }: Route, { access }: HttpDeps, ctx: HttpContext, shown: HttpResponse | null): void => {
  const { context, response } = ctx.state;
  const { caller, profileId, requestId, reviewerId } = context;
  if (caller === null || response === null) return;
  const { fileId = null, profileIds = null } = shown ?? {};
  const { status } = response;
  access.record({
    requestId,
    operation: id,
    caller,
    profileId,
    fileId,
    profileIds,
    reviewerId,
    status,
  });
};

/** A page of a list or of the feed on which no profile stands shows nothing of a person. */
const showsNoProfile = ({ profileIds }: HttpResponse): boolean => profileIds?.length === 0;

/** Records what a response that was decided shows of a person. An answer without content (304) shows nothing. */
export const recordShown = (route: Route, deps: HttpDeps, ctx: HttpContext, shown: HttpResponse): void => {
  const isAnswered = (ctx.state.response?.status ?? 500) < 300;
  if (route.showsRecords && isAnswered && !showsNoProfile(shown)) record(route, deps, ctx, shown);
};

/** Records a refusal that discloses something of a person. */
export const recordRefused = (route: Route, deps: HttpDeps, ctx: HttpContext, error: HttpError): void => {
  if (disclosesProfile(error)) record(route, deps, ctx, null);
};
