import { Anchor, Button } from '@mantine/core';
import { fragmentOf, may, type Route, type StaffMember } from '../model/index.ts';
import { useConsole } from '../state/index.ts';
import type { Language } from '../texts/index.ts';
import { Choices } from './choices.tsx';
import { SectionMenu } from './section-menu.tsx';

type Props = {
  readonly member: StaffMember | null;
  readonly route: Route;
  readonly chooseLanguage: (language: Language) => void;
  readonly openHelp: () => void;
  readonly signOut: () => void;
};

/**
 * The sections, who is signed in, and the way out, in one row. The choices of language and colours stand here where
 * nobody is signed in, and otherwise in the dialog of the settings.
 */
export const Header = ({ chooseLanguage, member, openHelp, route, signOut }: Props) => {
  const { say, term } = useConsole();
  const here = (...names: readonly Route['name'][]) =>
    names.includes(route.name) ? ({ 'aria-current': 'page' } as const) : {};
  return (
    <header className="header">
      <button type="button" className="skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
        {say('skip_link')}
      </button>
      <strong>Portcullis</strong>
      {member !== null && (
        <nav aria-label={say('navigation')}>
          <Anchor href="#/queue" {...here('queue')}>
            {say('nav_queue')}
          </Anchor>
          <Anchor href="#/search" {...here('search')}>
            {say('nav_search')}
          </Anchor>
          {may(member, 'lists:manage') && (
            <Anchor href="#/lists" {...here('lists')}>
              {say('nav_lists')}
            </Anchor>
          )}
          {may(member, 'policies:read') && (
            <Anchor href="#/policies" {...here('policies', 'policy', 'draft')}>
              {say('nav_policies')}
            </Anchor>
          )}
          {may(member, 'operations:read') && (
            <Anchor href="#/operations" {...here('operations')}>
              {say('nav_operations')}
            </Anchor>
          )}
          <SectionMenu key={fragmentOf(route)} member={member} route={route} />
        </nav>
      )}
      <span className="grow" />
      {member !== null && (
        <span className="quiet who">
          {say('signed_in_as', { name: member.name, roles: member.roles.map((role) => term('role', role)).join(', ') })}
        </span>
      )}
      {member === null && <Choices size="xs" chooseLanguage={chooseLanguage} />}
      {member !== null && (
        <>
          <Button size="xs" variant="default" onClick={openHelp}>
            {say('settings_button')} (?)
          </Button>
          <Button size="xs" variant="default" onClick={signOut}>
            {say('sign_out')}
          </Button>
        </>
      )}
    </header>
  );
};
