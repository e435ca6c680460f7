import { pocketbaseClient, pocketbasePolicyRegister } from '@portcullis/adapter-pocketbase';
import { E, type PolicyRegister } from '@portcullis/domain';
import { type Environment, readDatabaseVariables } from '../config/environment.ts';
import { misconfigured, type Printed } from './printed.ts';

/** Opens the policy repository of the record database that the environment names. */
export const withRegister = async (
  env: Environment,
  use: (register: PolicyRegister) => Promise<Printed>,
): Promise<Printed> => {
  const read = readDatabaseVariables(env);
  if (E.isLeft(read)) return misconfigured(read.left);
  const { DATABASE_URL: url, DB_USER_EMAIL: email, DB_USER_PASSWORD: password } = read.right;
  return use(pocketbasePolicyRegister(pocketbaseClient({ url, email, password })));
};
