/** Refuses what a program in JavaScript may leave out, such as the value of a variable that is not set, by its name. */
export const required = <T>(value: T, name: string): NonNullable<T> => {
  if (value === undefined || value === null) throw new TypeError(`${name} is missing.`);
  return value;
};
