import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import { readDatabaseVariables } from '#app/config/environment';
import { faultLines } from '#app/config/fault-lines';
import { complete, type Variables } from '../../../support/builders/configurations.ts';

const linesOf = (variables: Variables): readonly string[] => {
  const read = readConfig(variables);
  return E.isLeft(read) ? faultLines(read.left, variables) : [];
};

describe('what a start says of a configuration that it cannot use', () => {
  it('is a table of what is missing, each with an example that the service would take, and who makes it', () => {
    const [title, head = '', ...rows] = linesOf({});
    expect(title).to.equal('The configuration is not complete. 11 to mend:');
    expect(rows.pop()).to.match(/^npx portcullis init makes a file \.env with every secret/);
    const example = head.indexOf('Example');
    const rule = head.indexOf('It must be');
    const table = rows.map((row) => ({
      name: row.slice(0, example).trim(),
      value: row.slice(example, rule).trim(),
      mustBe: row.slice(rule),
    }));
    expect(table.map(({ name }) => name)).to.have.members(Object.keys(complete));
    expect(table.find(({ name }) => name === 'DB_USER_EMAIL')?.mustBe).to.equal('an email address');
    const examples = Object.fromEntries(table.map(({ name, value }) => [name, value]));
    const values = {
      ...examples,
      JWT_SECRET: complete['JWT_SECRET'],
      CLIENT_URL: examples['CLIENT_URL']?.split(',')[0],
    };
    expect(linesOf(values)).to.deep.equal([]);
  });

  it('asks what was meant by a name that is a slip away from one that is missing', () => {
    const { JWT_SECRET: secret, ...some } = complete;
    for (const name of ['JWT_SECERT', 'JWT_SECRE', 'JWT_SECRETS', 'JWT-SECRET', 'jwt_secret']) {
      const lines = linesOf({ ...some, [name]: secret });
      expect(lines.slice(0, 2), name).to.deep.equal([
        'The configuration is not complete. 2 to mend:',
        `  ${name} is no variable: did you mean JWT_SECRET?`,
      ]);
      expect(lines.join('\n')).not.to.include(secret);
    }
    for (const name of ['JWT_SCERTE', 'SECRET', 'JWT_SECRET_2'])
      expect(linesOf({ ...some, [name]: secret })[0], name).to.equal('The configuration is not complete. 1 to mend:');
  });

  it('asks it also where a command needs the database alone', () => {
    const { DATABASE_URL: url, ...some } = complete;
    const read = readDatabaseVariables({ ...some, DATABASE_ULR: url });
    const asked = { name: 'DATABASE_ULR', rule: 'is no variable: did you mean DATABASE_URL?' };
    expect(E.isLeft(read) && read.left).to.deep.include(asked);
  });

  it('names wrong values before the table, and leaves out the table where nothing is missing', () => {
    const { AI_API_KEY: _, ...some } = complete;
    const [title, wrong, head, missing, ...more] = linesOf({ ...some, PORT: 'http' });
    expect([title, wrong]).to.deep.equal([
      'The configuration is not complete. 2 to mend:',
      '  PORT must be a whole number from 0 to 65535',
    ]);
    expect(head).to.match(/^ {2}Not set +Example +It must be$/);
    expect(missing).to.match(/^ {2}AI_API_KEY +sk-ant-\S+ +one word, without blanks$/);
    expect(more).to.deep.equal([]);
    expect(linesOf({ ...complete, JWT_SECRET: 'short' })).to.deep.equal([
      'The configuration is not complete. 1 to mend:',
      '  JWT_SECRET must be at least 32 bytes long',
    ]);
  });
});
