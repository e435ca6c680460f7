import { Anchor, Button, type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { may, type Route, type StaffMember } from '../model/index.ts';
import { useSurroundings } from '../state/index.ts';
import { type Language, languageNames, languages } from '../texts/index.ts';

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

const Choices = ({ chooseLanguage }: { readonly chooseLanguage: (language: Language) => void }) => {
  const { language, say } = useSurroundings();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={say('scheme_label')}
        value={colorScheme}
        onChange={({ currentTarget }) =>
          setColorScheme(schemes.find((scheme) => scheme === currentTarget.value) ?? 'auto')
        }
        data={schemes.map((scheme) => ({ value: scheme, label: say(`scheme_${scheme}`) }))}
      />
      <NativeSelect
        size="xs"
        aria-label={say('language_label')}
        value={language}
        onChange={({ currentTarget }) => chooseLanguage(languages.find((one) => one === currentTarget.value) ?? 'en')}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
    </>
  );
};

type Props = {
  readonly member: StaffMember | null;
  readonly route: Route;
  readonly chooseLanguage: (language: Language) => void;
  readonly openHelp: () => void;
  readonly signOut: () => void;
};

export const Header = ({ chooseLanguage, member, openHelp, route, signOut }: Props) => {
  const { say, term } = useSurroundings();
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
        </nav>
      )}
      <span className="grow" />
      {member !== null && (
        <span className="quiet">
          {say('signed_in_as', { name: member.name, roles: member.roles.map((role) => term('role', role)).join(', ') })}
        </span>
      )}
      <Choices chooseLanguage={chooseLanguage} />
      {member !== null && (
        <>
          <Button size="xs" variant="default" onClick={openHelp}>
            {say('keys_button')} (?)
          </Button>
          <Button size="xs" variant="default" onClick={signOut}>
            {say('sign_out')}
          </Button>
        </>
      )}
    </header>
  );
};
