import type { FlowAccess, RedeemedHandoff, Result } from '@portcullis/client/flow';
import type { Call, PageEvent } from '../machine/index.ts';
import { failureEvent, type Service } from './call-service.ts';

/** The link that another device shows. */
export type Handoff = {
  /** The name of the partner in the link; `null` for none. */
  readonly from: string | null;
  /** The profile that the address names. */
  readonly profileId?: string | undefined;
  readonly redeem: () => Promise<Result<RedeemedHandoff>>;
  readonly connect: (access: FlowAccess) => Service;
};

type Redeem = Extract<Call, { readonly type: 'redeem_handoff' }>;

/**
 * Exchanges the code for a token, and connects with it. Nothing goes on for another partner than the one whose name the
 * person has seen, and for no other profile than that of the address: the maker of a link can write any name into it.
 */
export const takeOver = async (
  { connect, profileId: named, redeem }: Handoff,
  call: Redeem,
  onConnected: (service: Service) => void,
): Promise<PageEvent> => {
  const redeemed = await redeem();
  if (!redeemed.ok) return failureEvent(redeemed.problem, call);
  const { flow_token: flowToken, partner, profile_id: profileId } = redeemed.value;
  if (call.from !== null && call.from !== partner.name) return failureEvent({ code: 'not_found' }, call);
  if (named !== undefined && named !== profileId) return failureEvent({ code: 'not_found' }, call);
  onConnected(connect({ profileId, flowToken }));
  return { type: 'redeemed' };
};
