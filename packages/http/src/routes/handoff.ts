import { pipe, TE } from '@portcullis/domain';
import { closedObject, IdCodec, matching, oneOf, statuses, t } from '@portcullis/domain/kernel';
import type { RedeemedHandoff } from '@portcullis/domain/use-cases';
import { handoffExample } from '../descriptions/examples/profile-examples.ts';
import { nullable, Timestamp } from '../responses/shared-codecs.ts';
import { endpoint } from './endpoint.ts';
import { emptyObject } from './route.ts';

const HandoffBody = t.type({ object: t.literal('handoff'), code: t.string, expires_at: Timestamp }, 'Handoff');

export const RedeemedHandoffBody = t.type(
  {
    object: t.literal('redeemed_handoff'),
    profile_id: IdCodec,
    status: oneOf(statuses),
    flow_token: t.string,
    flow_token_expires_at: Timestamp,
    partner: t.type({ name: nullable(t.string) }),
  },
  'RedeemedHandoff',
);

const RedeemHandoffBody = closedObject(
  { code: matching('a code of another device', /^[A-Za-z0-9_.-]+$/, 1500) },
  {},
  'RedeemHandoff',
);

const emptyForms = { machine: emptyObject, flow: emptyObject };

const redeemedBody = (redeemed: RedeemedHandoff): t.TypeOf<typeof RedeemedHandoffBody> => ({
  object: 'redeemed_handoff',
  profile_id: redeemed.profileId,
  status: redeemed.status,
  flow_token: redeemed.token,
  flow_token_expires_at: redeemed.expiresAt,
  partner: { name: redeemed.partner.name },
});

export const createHandoff = endpoint({
  method: 'POST',
  path: '/api/flow/handoff',
  id: 'createHandoff',
  tag: 'Flow',
  summary: 'A code to continue on another device',
  description:
    'For the page of the person, which shows it as a QR code. The code can be redeemed once, within five minutes, and while the link that it was made by is the newest one. The token of this device stays valid. Send no body, or an empty object.',
  access: 'flow',
  scope: null,
  showsRecords: false,
  ignoresIdempotencyKey: true,
  intent: 'read',
  body: { json: emptyForms, absent: emptyForms, example: {} },
  responses: [{ status: 201, description: 'The code.', body: HandoffBody }],
  errors: ['not_found', 'flow_ended', 'database_unavailable'],
  run: ({ services }, { caller, snapshot }) =>
    pipe(
      services.createHandoff({ caller, snapshot }),
      TE.map(({ code, expiresAt }) => ({ status: 201, body: { object: 'handoff', code, expires_at: expiresAt } })),
    ),
});

export const redeemHandoff = endpoint({
  method: 'POST',
  path: '/api/flow/handoff/redeem',
  id: 'redeemHandoff',
  tag: 'Flow',
  summary: 'Continue on this device',
  description:
    'For the page of the person on the other device: exchanges a code for a flow token of the same link, once. The token ends when that of the first device does. A code that is unknown, expired or used, or whose link or profile has ended, is answered with `not_found`.',
  access: 'public',
  anonymous: 'page',
  scope: null,
  showsRecords: true,
  body: {
    json: { machine: RedeemHandoffBody, flow: RedeemHandoffBody },
    example: { code: handoffExample.code },
  },
  responses: [{ status: 200, description: 'The token.', body: RedeemedHandoffBody }],
  errors: ['not_found', 'record_damaged', 'database_unavailable', 'clock_skew'],
  run: ({ services }, { body }) =>
    pipe(
      services.redeemHandoff({ code: body.code }),
      TE.map((redeemed) => ({
        status: 200,
        body: redeemedBody(redeemed),
        caller: redeemed.principal,
        profileId: redeemed.profileId,
      })),
    ),
});
