import { Anchor } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { fragmentOf, may, type Route, type StaffMember } from '../model/index.ts';
import { useConsole } from '../state/index.ts';

const sections = [
  { route: { name: 'webhooks' }, permission: 'webhooks:manage', text: 'nav_webhooks' },
  { route: { name: 'clients' }, permission: 'clients:manage', text: 'nav_clients' },
  { route: { name: 'sessions' }, permission: 'sessions:manage', text: 'nav_sessions' },
  { route: { name: 'access-log' }, permission: 'audit:read', text: 'nav_access_log' },
] as const;

/** The section that a screen belongs to. */
const sectionOf = ({ name }: Route): string => (name === 'webhook' ? 'webhooks' : name);

/** Whether the links are shown. They go with Escape, and where somebody goes elsewhere by keys or by a click. */
const useDisclosure = () => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const left = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpen(false);
    };
    addEventListener('keydown', pressed);
    for (const event of ['focusin', 'pointerdown']) addEventListener(event, left);
    return () => {
      removeEventListener('keydown', pressed);
      for (const event of ['focusin', 'pointerdown']) removeEventListener(event, left);
    };
  }, [isOpen]);
  return { button, isOpen, root, toggle: () => setOpen(!isOpen) };
};

type Props = {
  readonly member: StaffMember;
  readonly route: Route;
};

/** The sections of administration, below one name, so that all of them are in one row of the header. */
export const SectionMenu = ({ member, route }: Props) => {
  const { say } = useConsole();
  const id = useId();
  const { button, isOpen, root, toggle } = useDisclosure();
  const shown = sections.filter(({ permission }) => may(member, permission));
  const here = sectionOf(route);
  if (shown.length === 0) return null;
  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        {...(shown.some(({ route: { name } }) => name === here) && { 'aria-current': true })}
      >
        {say('nav_administration')}
      </button>
      <div id={id} className="menu-links" hidden={!isOpen}>
        {shown.map(({ route: to, text }) => (
          <Anchor key={text} href={fragmentOf(to)} {...(to.name === here && { 'aria-current': 'page' as const })}>
            {say(text)}
          </Anchor>
        ))}
      </div>
    </div>
  );
};
