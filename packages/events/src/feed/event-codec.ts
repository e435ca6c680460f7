import { canonicalDigest, decode, E, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import { reasonsCodec, recordCodec, statusCodec, timestamp } from '@portcullis/domain/serialization';
import { endpointEventTypes, webhookDisabledReasons } from '../ledger/endpoint-event.ts';
import { isProfileEvent, type PartnerEvent, profileEventTypes } from '../ledger/partner-event.ts';

const StoredProfileEvent = recordCodec(
  'event of a profile',
  { type: oneOf(profileEventTypes), at: timestamp, status: statusCodec },
  { previous_status: statusCodec, reasons: reasonsCodec, team: t.string },
);

const StoredEndpointEvent = recordCodec(
  'event of an endpoint',
  { type: oneOf(endpointEventTypes), at: timestamp, reason: oneOf(webhookDisabledReasons) },
  { team: t.string },
);

/** An event with the team to which its profile or endpoint belongs, if there is one. */
export type TeamEvent = { readonly event: PartnerEvent; readonly teamId: string | null };

/** The stored form of an event, without what its row says anyway. */
export const encodeEvent = ({ event, teamId }: TeamEvent): string =>
  JSON.stringify({
    type: event.type,
    at: event.at,
    ...(isProfileEvent(event)
      ? {
          status: event.status,
          ...(event.previousStatus !== null && { previous_status: event.previousStatus }),
          ...(event.reasons.length > 0 && { reasons: event.reasons }),
        }
      : { reason: event.reason }),
    ...(teamId !== null && { team: teamId }),
  });

const decodeEndpointEvent = (endpointId: string, json: unknown): TeamEvent | null => {
  const stored = decode(StoredEndpointEvent, json);
  if (E.isLeft(stored)) return null;
  const { at, reason, team = null, type } = stored.right;
  return { event: { type, at, endpointId, reason }, teamId: team };
};

/** The event of the entry `version` of a profile, or of an endpoint; `null` for a text that is none. */
export const decodeEvent = (subjectId: string, version: number, text: string): TeamEvent | null => {
  const json = parseJson(text);
  const stored = decode(StoredProfileEvent, json);
  if (E.isLeft(stored)) return decodeEndpointEvent(subjectId, json);
  const { at, previous_status: previousStatus = null, reasons = [], status, team = null, type } = stored.right;
  return {
    event: {
      type,
      at,
      profileId: subjectId,
      version,
      status,
      previousStatus,
      reasons,
    },
    teamId: team,
  };
};

const cursorPattern = /^([0-9a-z]{1,11})\.([0-9a-f]{16})$/;

/** Ties a position to its feed. It is no secret: whose events are answered is decided by the caller's token. */
const cursorCheck = (partnerId: string, place: number): string =>
  canonicalDigest(['feed', partnerId, place]).slice(0, 16);

/** The cursor behind a place in the feed of a partner. It needs no escaping in a URL. */
export const encodeFeedCursor = (partnerId: string, place: number): string =>
  `${place.toString(36)}.${cursorCheck(partnerId, place)}`;

/** Whether a text has the form of a cursor, for any caller. */
export const isFeedCursor = (text: string): boolean => cursorPattern.test(text);

/** The place that a cursor names, or `null` for one that was not made for this partner. */
export const decodeFeedCursor = (partnerId: string, text: string): number | null => {
  const [, digits = ''] = cursorPattern.exec(text) ?? [];
  const place = Number.parseInt(digits, 36);
  return Number.isSafeInteger(place) && text === encodeFeedCursor(partnerId, place) ? place : null;
};
