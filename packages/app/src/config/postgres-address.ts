import { parseUrl } from '@portcullis/http';
import { namesPostgres } from './codecs/values.ts';
import { hasCertificate } from './has-certificate.ts';

const known = ['sslmode', 'sslrootcert', 'connections'];
/** The last three are the same here. With any other value a client of PostgreSQL would go on without encryption. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const maxConnections = 1000;

const isDecodable = (part: string): boolean => {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
};

/** A name that may be repeated: a text that does not look like one may be a part of a password. */
const shown = (name: string): string => (/^[A-Za-z][\w-]{0,39}$/.test(name) ? name : 'one that is no name');

const unknownParameters = (names: readonly string[]): string | null => {
  const others = [...new Set(names.filter((name) => !known.includes(name)).map(shown))];
  return others.length === 0 ? null : `has unknown parameters (${others.join(', ')}): it takes ${known.join(', ')}`;
};

/** What ends an account, before the sign that does: a part of the password is taken for the host, or for nothing. */
const unencoded = /^\s*postgres(ql)?:\/\/.*[#/?].*@/i;
const unencodedRule = 'must have each #, / and ? of its user and password written as %23, %2F and %3F';

const isCount = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= maxConnections;

/**
 * The faults of the address of a PostgreSQL beyond its form, for an operator: each would otherwise be told as a lost
 * connection, or not be obeyed without a word. Another address has none of these rules.
 */
export const postgresAddressRules = (text: string): readonly string[] => {
  const url = namesPostgres(text) ? parseUrl(text) : null;
  if (url === null) return unencoded.test(text) ? [unencodedRule] : [];
  const names = [...url.searchParams.keys()];
  const count = url.searchParams.get('connections');
  const mode = url.searchParams.get('sslmode');
  const certificates = url.searchParams.get('sslrootcert');
  const broken: readonly (string | null | false)[] = [
    ![url.username, url.password, url.pathname].every(isDecodable) &&
      'must have each % of its user, password and database written as %25',
    text.includes('#') && 'must have no fragment: each # of its user, password and database is written as %23',
    unknownParameters(names),
    new Set(names).size !== names.length && 'must have each parameter once',
    mode !== null &&
      !tlsModes.includes(mode) &&
      `must have in sslmode one of ${tlsModes.join(', ')}: prefer and allow would go on without encryption`,
    count !== null && !isCount(count) && `must have in connections a whole number from 1 to ${maxConnections}`,
    // Without a certificate in the file others would be trusted than the operator has named.
    certificates !== null &&
      !hasCertificate(certificates) &&
      'must name in sslrootcert a readable file of certificates (PEM)',
  ];
  return broken.filter((rule) => typeof rule === 'string');
};
