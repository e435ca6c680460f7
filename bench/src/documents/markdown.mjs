/** A row of a table in Markdown. */
export const row = (cells) => `| ${cells.join(' | ')} |`;
