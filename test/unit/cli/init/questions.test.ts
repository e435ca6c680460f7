import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { askForAnswers, inTerminal } from '#cli/init/questions';

const known = { DOMAIN: 'localhost', JWT_CLIENT_PARTNER_ID: 'main', CLOUD_REGION: 'eu-west-1', AI_MODEL: '' };

/** A person who gives these answers, and ends the input after the last one. */
const personWith = (...answers: readonly string[]) => {
  const asked: string[] = [];
  const ask = async (question: string): Promise<string | null> => {
    asked.push(question);
    return answers[asked.length - 1] ?? null;
  };
  return { ask, asked };
};

const noFault = () => null;

describe('the questions of npx portcullis init', () => {
  it('keep what was known where a person answers nothing', async () => {
    const { ask, asked } = personWith('example.com', ' acme ', '', '');
    expect(await askForAnswers(known, noFault, ask)).to.deep.equal({
      ...known,
      DOMAIN: 'example.com',
      JWT_CLIENT_PARTNER_ID: 'acme',
    });
    expect(asked.map((question) => /\[.*\]: $|: $/.exec(question)?.[0])).to.deep.equal([
      '[localhost]: ',
      '[main]: ',
      '[eu-west-1]: ',
      ': ',
    ]);
  });

  it('are not asked about a vendor that nothing uses', async () => {
    const { ask, asked } = personWith('', '');
    const isUnused = (name: string): boolean => name === 'CLOUD_REGION' || name === 'AI_MODEL';
    expect(await askForAnswers(known, noFault, ask, isUnused)).to.deep.equal(known);
    expect(asked).to.have.length(2);
  });

  it('are asked again with what is wrong, until the answer is right', async () => {
    const { ask, asked } = personWith('EXAMPLE', 'example.com', '', '', '');
    const faultOf = (name: string, value: string) => (value === 'EXAMPLE' ? `${name} must be in small letters.` : null);
    const answers = await askForAnswers(known, faultOf, ask);
    expect([answers?.DOMAIN, asked.length]).to.deep.equal(['example.com', 5]);
    expect(asked[1]).to.match(/^DOMAIN must be in small letters\.\nThe domain /);
  });

  it('end without answers when the person ends them', async () => {
    expect(await askForAnswers(known, noFault, personWith('example.com').ask)).to.equal(null);
  });

  it('are asked line by line in a terminal, until its input ends', async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const answers = await inTerminal(streams, async (ask) => {
      const first = ask('Domain: ');
      streams.input.write('example.com\n');
      await first;
      const unanswered = ask('Partner: ');
      streams.input.end();
      return [await first, await unanswered, await ask('Region: ')];
    });
    expect(answers).to.deep.equal(['example.com', null, null]);
    expect(String(streams.output.read())).to.equal('Domain: Partner: ');
  });
});
