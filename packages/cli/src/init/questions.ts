import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Answers } from './new-variables.ts';

const questions: readonly (readonly [keyof Answers, string])[] = [
  ['DOMAIN', 'The domain below which api., app. and admin. are (localhost to try it on this machine)'],
  ['JWT_CLIENT_PARTNER_ID', 'The id of your first partner, in small letters'],
  ['CLOUD_REGION', 'The region of AWS in which faces are compared'],
  ['AI_MODEL', 'The model that reads documents (nothing to decide later)'],
];

/** Asks one question in the terminal; `null` when the person ends the input instead of an answer. */
type Ask = (question: string) => Promise<string | null>;

/** Asks in a terminal as long as `use` goes on. Ctrl-C and Ctrl-D end the input. */
export const inTerminal = async <Result>(
  streams: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> => {
  const terminal = createInterface(streams);
  const closed = once(terminal, 'close').then(() => null);
  // Node 20 never answers a question whose input has ended, and later ones reject it.
  const ask: Ask = (question) => Promise.race([terminal.question(question).catch(() => null), closed]);
  try {
    return await use(ask);
  } finally {
    terminal.close();
  }
};

/**
 * Asks for each answer, and again for one with a fault, which `faultOf` says in a sentence. An empty answer takes what
 * was known before. `null` when the person has ended it.
 */
export const askForAnswers = async (
  known: Answers,
  faultOf: (name: keyof Answers, value: string) => string | null,
  ask: Ask,
  isUnused: (name: keyof Answers) => boolean = () => false,
): Promise<Answers | null> => {
  let answers = known;
  for (const [name, question] of questions.filter(([one]) => !isUnused(one))) {
    let fault: string | null = '';
    for (let said = ''; fault !== null; ) {
      const shown = known[name] === '' ? '' : ` [${known[name]}]`;
      const answer = await ask(`${said}${question}${shown}: `);
      if (answer === null) return null;
      const value = answer.trim() || known[name];
      fault = faultOf(name, value);
      said = `${fault}\n`;
      if (fault === null) answers = { ...answers, [name]: value };
    }
  }
  return answers;
};
