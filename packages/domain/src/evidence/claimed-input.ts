import type { Claimed } from './evidence.ts';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The claims as a program hands them in, named like everything else of an input. */
export type ClaimedInput = { readonly [Name in keyof Claimed as CamelCase<Name>]?: Claimed[Name] };

/** The name of a claim in an input, for its name as it is stored and on the wire. */
export const claimInputName = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const claimName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const renamed = (claims: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [rename(name), value]));

/** Names the claims of an input as they are stored. */
export const claimedOf = (input: ClaimedInput): Claimed => renamed(input, claimName);

/** Names stored claims, or those of a request, as in an input. */
export const claimedInputOf = (claimed: Claimed): ClaimedInput => renamed(claimed, claimInputName);
