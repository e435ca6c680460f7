import { Alert, Anchor } from '@mantine/core';
import { ScreenHeading } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';

type Props = {
  /** The name of the screen, for its seeker. */
  readonly screen: string;
  readonly title: TextKey;
  readonly text: TextKey;
};

/** Says why there is nothing to show. It asks for nothing, and offers nothing but the way back. */
const Missing = ({ screen, text, title }: Props) => {
  const { say } = useConsole();
  return (
    <div data-screen={screen} className="column">
      <Anchor href="#/queue">{say('case_back')}</Anchor>
      <ScreenHeading>{say(title)}</ScreenHeading>
      <Alert variant="default" role="alert">
        {say(text)}
      </Alert>
    </div>
  );
};

/** Stands in the place of a screen that the role of the member does not allow. */
export const NotPermittedScreen = () => (
  <Missing screen="not-permitted" title="not_permitted_title" text="not_permitted" />
);

/** Stands where an address names no screen. */
export const UnknownScreen = () => <Missing screen="unknown" title="page_missing" text="page_missing_text" />;
