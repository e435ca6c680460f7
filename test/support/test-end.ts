/** The work after the last test of this process. */
const endings: (() => Promise<void>)[] = [];

/** Has this happen after the last test of this process, which stops what several test files share. */
export const atTestEnd = (ending: () => Promise<void>): void => void endings.push(ending);

/**
 * Called after the last test: by the test command's processes, and by mocha when somebody calls it by hand.
 *
 * @public `.mocharc.cjs` names this file.
 */
export const mochaGlobalTeardown = async (): Promise<void> => {
  await Promise.all(endings.splice(0).map((ending) => ending()));
};
