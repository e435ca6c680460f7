/** The outputs of a command: one for results, line by line as they are found, and one for errors. */
export type Output = { readonly print: (line: string) => void; readonly printError: (line: string) => void };

/** Prints one result: a line for people, or an object for programs. */
export type Report = (line: string, object: object) => void;

export const reporter =
  (json: boolean, print: (line: string) => void): Report =>
  (line, object) =>
    print(json ? JSON.stringify(object) : line);
