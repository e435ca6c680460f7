import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useView } from './context.tsx';

type ScreenProps = { readonly title: string; readonly children: ComponentChildren };

/** One screen: its heading has the focus when it comes, so that it is read out, and the keyboard begins there. */
export const Screen = ({ children, title }: ScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    globalThis.scrollTo(0, 0);
  }, []);
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </>
  );
};

type ActionProps = {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly isMain?: boolean;
};

/** A button. While a call is under way it stays where it is and does nothing. */
export const Action = ({ children, isMain = false, onClick }: ActionProps) => {
  const { isBusy } = useView().state;
  return (
    <button
      type="button"
      class={isMain ? 'main' : 'other'}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
    </button>
  );
};

/** The button that leads on. */
export const Continue = ({ children }: { readonly children: ComponentChildren }) => {
  const { dispatch } = useView();
  return (
    <Action isMain onClick={() => dispatch({ type: 'continued' })}>
      {children}
    </Action>
  );
};

/** The name of the partner, or words that stand for it. */
export const usePartnerName = (): string => {
  const { partner, say } = useView();
  return partner.name ?? say('the_partner');
};

/** The way to the website of the partner, where one is known. */
export const HomeLink = () => {
  const { partner, say } = useView();
  const name = usePartnerName();
  if (partner.home_url === null) return null;
  return (
    <a class="button other" href={partner.home_url} rel="noreferrer">
      {say('home_link', { partner: name })}
    </a>
  );
};
