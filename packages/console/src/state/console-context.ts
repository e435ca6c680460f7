import { createContext, useContext } from 'react';
import type { StaffMember } from '../model/index.ts';
import type { ConsoleClient } from '../service/index.ts';
import type { Language, NameTerm, Say } from '../texts/index.ts';
import type { Drafts } from './drafts.ts';

/** The values that every part of the console is drawn from. */
export type ConsoleContextValue = {
  readonly client: ConsoleClient;
  readonly drafts: Drafts;
  /** The time in milliseconds. */
  readonly clock: () => number;
  readonly language: Language;
  readonly say: Say;
  readonly term: NameTerm;
};

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);
export const MemberContext = createContext<StaffMember | null>(null);

export const useConsole = (): ConsoleContextValue => {
  const value = useContext(ConsoleContext);
  if (value === null) throw new Error('every part of the console stands inside of ConsoleContext');
  return value;
};

/** Answers the signed-in member. */
export const useMember = (): StaffMember => {
  const member = useContext(MemberContext);
  if (member === null) throw new Error('this part is for those who are signed in');
  return member;
};
