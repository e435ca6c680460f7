import { textOf } from './files.ts';

/**
 * Answers a program of a documentation page: the code block that follows `<!-- program: <name> -->`. The test that runs
 * a documented program takes it from the page, so the two cannot differ.
 */
export const programIn = (page: string, name: string): string => {
  const mark = `<!-- program: ${name} -->\n`;
  const [before, after, ...more] = textOf(page).split(mark);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${page} has no one ${name}`);
  const block = /^```\w*\n(.*?)^```$/ms.exec(after);
  if (block?.index !== 0 || block[1] === undefined) throw new Error(`no code follows the mark of ${name} in ${page}`);
  return block[1];
};
