import type { TaskEither, Unavailable } from '@portcullis/domain/kernel';

/**
 * Why somebody was not signed in, in a word for the log:
 *
 * - `transaction_missing`: the browser has no lasting transaction, so that it has not begun this sign-in
 * - `answer_refused`: the answer of the browser does not fit its transaction (state, issuer)
 * - `denied`: the provider says that the person may not, or does not want to
 * - `code_refused`: the provider does not take the code, which may have been used before
 * - `client_refused`: the provider does not take our own id and secret
 * - `token_refused`: the ID token is not what it must be (signature, issuer, audience, authorized party, nonce, time)
 * - `claims_malformed`: a claim is not of its type, or the name of a partner or a team has blanks at its ends
 * - `no_role`, `no_partner`, `no_team`: the claims name no role, no partner, or no team, that we know
 * - `answer_used`: somebody has been signed in by this answer before
 * - `logout_refused`: the token of a sign-out is no logout token of the provider for this service
 * - `signed_out`: the provider has reported the person's sign-out meanwhile
 */
export type StaffSignInCause =
  | 'transaction_missing'
  | 'answer_refused'
  | 'denied'
  | 'code_refused'
  | 'client_refused'
  | 'token_refused'
  | 'claims_malformed'
  | 'no_role'
  | 'no_partner'
  | 'no_team'
  | 'answer_used'
  | 'logout_refused'
  | 'signed_out';

/** Somebody who came from the provider is not signed in. */
export type StaffSignInRefused = { readonly _tag: 'StaffSignInRefused'; readonly cause: StaffSignInCause };

export const staffSignInRefused = (cause: StaffSignInCause): StaffSignInRefused => ({
  _tag: 'StaffSignInRefused',
  cause,
});

/** How long somebody has at the provider, in seconds. */
export const signInTransactionSeconds = 600;

/** A sign-in that begins. */
export type StaffSignInStart = {
  /** The address at the provider to which the browser is sent. */
  readonly url: string;
  /** A value that ties the answer to this browser, sealed: printable ASCII without blanks, commas and semicolons. */
  readonly transaction: string;
};

/** The provider's claims about somebody, as it makes them. */
export type StaffClaims = {
  readonly issuer: string;
  /** Unique and never given again within the issuer. */
  readonly subject: string;
  /** The session at the provider, where it names one (`sid`). */
  readonly session: string | null;
  readonly name: string | null;
  readonly roles: readonly string[];
  readonly partnerId: string | null;
  /** `wholePartner` for who sees all teams. */
  readonly teamId: string | null;
};

/** The team of a person whom the provider, or its operator, narrows to none. */
export const wholePartner = '*';

/** Somebody who came back, and what no second one may come back with: until `endsAt` (ISO 8601). */
export type FinishedSignIn = { readonly claims: StaffClaims; readonly state: string; readonly endsAt: string };

/**
 * A sign-out at the provider (OpenID Connect Back-Channel Logout 1.0): a subject, one of its sessions there, or a
 * session alone. `id` is that of the token, which says since when that is so (`issuedAt`, ISO 8601).
 */
export type StaffLogout = {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
  readonly id: string;
  readonly issuedAt: string;
};

/** Where staff sign in who have their accounts elsewhere (OpenID Connect Core 1.0). */
export type StaffProvider = {
  /** `redirectUri` is our address to which the browser comes back. */
  readonly begin: (redirectUri: string) => TaskEither<Unavailable, StaffSignInStart>;
  /** `answer` is that address with the query with which the browser has come back. */
  readonly finish: (
    answer: string,
    transaction: string,
  ) => TaskEither<StaffSignInRefused | Unavailable, FinishedSignIn>;
  /** Reads a logout token, if it is one of the provider for us. */
  readonly readLogout: (token: string) => TaskEither<StaffSignInRefused | Unavailable, StaffLogout>;
};
