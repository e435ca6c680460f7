import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { errorWord, readTextFile } from './text-file.ts';

/** The file beside which a command is started. */
const envFile = '.env';

/** The error of the system for what is neither a file nor a link to one. */
const notFile = Object.assign(new Error('not a file'), { code: 'ENOTFILE' });

/**
 * Reads the file as a text. It is opened without waiting: a named pipe would wait for somebody who writes into it, and
 * hold a start for ever. A folder is refused by the system, when it is read.
 */
const readText = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() && !found.isDirectory()) throw notFile;
    return readTextFile(file);
  } finally {
    closeSync(file);
  }
};

/**
 * A comment, or a variable and its value as Node 20 takes them: tabs are no blanks, and a value in quotes may have
 * several lines. A name with characters that nobody sees has a fault of its own. All characters of a name are in one
 * class, so that there is one way alone to match it.
 */
const understood =
  /^ *(?:#|(?:export )?(?:(?! )[\p{L}\p{M}\p{N}\p{Cf}\p{Zs}_.\u2800-])+ *= *("[^"]*"|'[^']*'|`[^`]*`)?)([^\n]*)/gmu;

/** Whether a quote was left open, and closed by the first one of a later variable: more text is behind that. */
const leavesOpen = (quoted: string, behind: string): boolean => quoted.includes('\n') && !/^\s*(?:#|$)/.test(behind);

/** The numbers of the lines that Node would leave out without a word, or make a variable of another name of. */
const lostLines = (text: string): readonly number[] =>
  text
    .replaceAll(understood, (found, quoted: string | undefined, behind: string, at: number) => {
      const lineEnds = found.replaceAll(/[^\n]/g, '');
      // Without a line end behind it, Node leaves out a last variable whose quote is open.
      const isLastOpen = quoted === undefined && /^["'`]/.test(behind) && at + found.length === text.length;
      return isLastOpen || leavesOpen(quoted ?? '', behind) ? `"${lineEnds}` : lineEnds;
    })
    .split('\n')
    .flatMap((line, at) => (/^ *$/.test(line) ? [] : [at + 1]));

/**
 * Reads `.env` of the current folder into `environment`, if there is such a file, in the format of Node's
 * `--env-file`. A variable that is set already stays as it is, also an empty one. Answers `null`, or what is wrong in a
 * sentence that repeats nothing of the file. Node's own `process.loadEnvFile` says `ENOENT` of a file that it may not
 * read, too, and a service would start without the keys that stand there.
 */
export const loadEnvFile = (environment: NodeJS.ProcessEnv): string | null => {
  try {
    const text = readText(envFile);
    const lost = lostLines(text);
    if (lost.length > 0)
      return `The file ${envFile} has no NAME=value, or an open quote, in line ${lost.join(', ')}; a tab is no blank.`;
    for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
    return null;
  } catch (cause) {
    const why = errorWord(cause);
    return why === 'ENOENT' ? null : `The file ${envFile} cannot be read (${why}).`;
  }
};

/**
 * On Node 20, the AWS SDK warns in six lines at every start that it will need Node 22 one day; the doctor says so in
 * one. The SDK reads this variable when it is loaded, so it must be set before.
 */
export const silenceNodeWarning = (env: NodeJS.ProcessEnv): void => {
  env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
};
