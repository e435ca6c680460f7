import type { Link } from './links.ts';
import type { Person } from './person.ts';

/**
 * The forbidden output and memory of a page: errors and exceptions, requests to other origins than the given ones, the
 * token anywhere but in the request for the page itself, and anything in a storage. The one exception is the timing
 * entry of the navigation, which no script can clear (docs/pages.md).
 */
export const noiseOf = async (
  { errors, exceptions, findings, page, requests }: Person,
  { token }: Pick<Link, 'token'>,
  ...origins: readonly string[]
): Promise<readonly string[]> => {
  const foreign = requests.filter(
    (url) => !/^(blob|data):/.test(url) && !origins.some((origin) => url.startsWith(`${origin}/`)),
  );
  const withToken = requests.filter((url) => url.includes(token)).slice(1);
  const kept = await page.evaluate<string>('[localStorage.length, sessionStorage.length, document.cookie].join()');
  const timed = await page.evaluate<number>(
    `performance.getEntries().filter(({ entryType, name }) =>
      entryType !== 'navigation' && name.includes(${JSON.stringify(token)})).length`,
  );
  return [
    ...errors.map((error) => `console: ${error}`),
    ...exceptions.map((exception) => `exception: ${exception}`),
    ...findings.map((finding) => `axe: ${finding}`),
    ...foreign.map((url) => `a request to ${url}`),
    ...withToken.map(() => 'the token in an address'),
    ...(timed === 0 ? [] : ['the token in a timing entry']),
    ...(page.url().includes('token') ? ['the token in the address of the page'] : []),
    ...(kept === '0,0,' ? [] : ['something in a storage']),
  ];
};
