/** The draft of a policy takes no change any more: it is being published, was published or was discarded. */
export type DraftClosed = { readonly _tag: 'DraftClosed'; readonly status: string };
/** The writer of a draft cannot publish it, and the maker of a client's secret cannot take it. */
export type SecondPersonRequired = { readonly _tag: 'SecondPersonRequired'; readonly of?: 'client' };
/** There is a policy of that name. */
export type PolicyExists = { readonly _tag: 'PolicyExists' };
/** The partner has as many open drafts of policies as it may have. */
export type DraftLimitReached = { readonly _tag: 'DraftLimitReached'; readonly limit: number };
/** Why a draft of a policy is not changed or published. */
export type DraftError = DraftClosed | SecondPersonRequired | PolicyExists | DraftLimitReached;

export const draftClosed = (status: string): DraftClosed => ({ _tag: 'DraftClosed', status });
export const secondPersonRequired: SecondPersonRequired = { _tag: 'SecondPersonRequired' };
export const secondPersonForClient: SecondPersonRequired = { _tag: 'SecondPersonRequired', of: 'client' };
export const policyExists: PolicyExists = { _tag: 'PolicyExists' };
export const draftLimitReached = (limit: number): DraftLimitReached => ({ _tag: 'DraftLimitReached', limit });
