import { useEffect, useState } from 'preact/hooks';
import { handoffLink } from '../flow/index.ts';
import { offersTelephone } from '../machine/index.ts';
import { useView } from './context.tsx';
import { Action, Continue, Screen, usePartnerName } from './screen.tsx';

/** As wide as no telephone is. */
const isDesk = (): boolean => globalThis.matchMedia('(min-width: 48rem)').matches;

/** At a desk, or where there is no camera: the way to a telephone, which has one. */
export const TelephoneOffer = () => {
  const { dispatch, say, state } = useView();
  const { screen } = state;
  const lacksCamera = screen.name === 'camera_trouble' && screen.fault === 'missing';
  if (!offersTelephone(state) || !(isDesk() || lacksCamera)) return null;
  return <Action onClick={() => dispatch({ type: 'wanted_telephone' })}>{say('handoff_offer')}</Action>;
};

type Picture = { readonly size: number; readonly path: string };

/** Draws a text as a QR code. The code for that is loaded at its first use. */
const drawCode = async (text: string): Promise<Picture> => {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
};

/** The picture of a link. Where it cannot be loaded there is none, and the link can still be copied. */
const useCode = (link: string): Picture | null => {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let isShown = true;
    drawCode(link).then(
      (drawn) => isShown && setPicture(drawn),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [link]);
  return picture;
};

/** Copies the link. Where the browser does not let a page do so, there is no such button. */
const CopyLink = ({ link }: { readonly link: string }) => {
  const { say } = useView();
  const [isCopied, setIsCopied] = useState(false);
  const clipboard: Clipboard | undefined = globalThis.navigator.clipboard;
  if (clipboard === undefined) return null;
  const copy = (): void =>
    void clipboard.writeText(link).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <>
      <Action onClick={copy}>{say('handoff_copy')}</Action>
      <p role="status">{isCopied ? say('handoff_copied') : ''}</p>
    </>
  );
};

export const Handoff = () => {
  const { dispatch, partner, say, state } = useView();
  const { screen } = state;
  const code = screen.name === 'handoff' ? screen.code : '';
  const link = handoffLink(`${location.origin}${location.pathname}`, code, partner.name);
  const picture = useCode(link);
  return (
    <Screen title={say('handoff_offer')}>
      <p>{say('handoff_scan')}</p>
      {picture !== null && (
        <svg
          class="code"
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shape-rendering="crispEdges"
          role="img"
          aria-label={say('handoff_code')}
        >
          <path d={picture.path} fill="currentColor" />
        </svg>
      )}
      <p>{say('following_text')}</p>
      <p class="quiet">{say('handoff_other')}</p>
      <CopyLink link={link} />
      <Action onClick={() => dispatch({ type: 'went_back' })}>{say('handoff_here')}</Action>
    </Screen>
  );
};

export const Following = () => {
  const { dispatch, say } = useView();
  return (
    <Screen title={say('following_title')}>
      <p>{say('following_text')}</p>
      <Action onClick={() => dispatch({ type: 'went_back' })}>{say('handoff_here')}</Action>
    </Screen>
  );
};

/** Asked before the code is redeemed, so that a code of somebody else leads nowhere. */
export const IsThisYou = () => {
  const { dispatch, say, state } = useView();
  const standIn = usePartnerName();
  const { screen } = state;
  if (screen.name !== 'is_this_you') return null;
  return (
    <Screen title={say('confirm_title')}>
      <p>{say('confirm_text', { partner: screen.from ?? standIn })}</p>
      <p>{say('confirm_warning')}</p>
      <Continue>{say('confirm_yes')}</Continue>
      <Action onClick={() => dispatch({ type: 'declined' })}>{say('confirm_no')}</Action>
    </Screen>
  );
};
