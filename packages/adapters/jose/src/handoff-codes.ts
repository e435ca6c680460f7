import { E, type Either, type FlowPrincipal, type IdGenerator, type InvalidToken } from '@portcullis/domain';
import { decode, IdCodec, integer, invalidToken, t } from '@portcullis/domain/kernel';
import { type HandoffCode, handoffLifetimeSeconds, type ReadHandoff } from '@portcullis/domain/ports';
import { keyOfSignature, type SigningKey, signatureOf } from './signature.ts';
import { parseJsonObject } from './strict-json.ts';

/** A longer code was never issued. */
const maxCodeLength = 1500;

const Whole = integer(0, Number.MAX_SAFE_INTEGER);
/** Profile, partner, team, generation of the link, end of the code, end of the token, and what makes it unique. */
const Content = t.type({
  p: IdCodec,
  c: t.string,
  t: t.union([t.string, t.null]),
  g: Whole,
  e: Whole,
  u: Whole,
  n: t.string,
});

/** The signed text begins as no token does, so that neither is ever taken for the other. */
const signedText = (content: string): string => `portcullis handoff ${content}`;

const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000);
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * Signs codes that hold what a flow token holds, in a form short enough for a QR code. They are stored nowhere: every
 * instance with the secret reads them.
 */
export const issueHandoff = (
  { signing }: SigningKey,
  ids: IdGenerator,
  { principal, notAfter }: { readonly principal: FlowPrincipal; readonly notAfter: string },
  now: number,
): HandoffCode => {
  const { generation, profileId, tenant } = principal;
  const exp = Math.min(Math.floor(now / 1000) + handoffLifetimeSeconds, secondsOf(notAfter));
  const content: t.TypeOf<typeof Content> = {
    p: profileId,
    c: tenant.partnerId,
    t: tenant.teamId,
    g: generation,
    e: exp,
    u: secondsOf(notAfter),
    n: ids.salt().slice(0, 32),
  };
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return {
    code: `${text}.${signatureOf(signing, signedText(text)).toString('base64url')}`,
    expiresAt: timeOf(exp),
  };
};

/** Compares the signature before anything of the code is parsed. An expired code is one like any other invalid one. */
export const readHandoff = (
  keys: readonly SigningKey[],
  code: string,
  now: number,
): Either<InvalidToken, ReadHandoff> => {
  if (code.length > maxCodeLength || keyOfSignature(keys, signedText(code)) === undefined) return E.left(invalidToken);
  const decoded = decode(Content, parseJsonObject(Buffer.from(code.slice(0, code.lastIndexOf('.')), 'base64url')));
  if (E.isLeft(decoded) || now >= decoded.right.e * 1000) return E.left(invalidToken);
  const { c: partnerId, e: exp, g: generation, n: tokenId, p: profileId, t: teamId, u: end } = decoded.right;
  const tenant = { partnerId, teamId };
  const notAfter = timeOf(end);
  return E.right({
    principal: {
      kind: 'flow',
      profileId,
      tenant,
      generation,
      tokenId,
      expiresAt: notAfter,
    },
    id: tokenId,
    expiresAt: timeOf(exp),
    notAfter,
  });
};
