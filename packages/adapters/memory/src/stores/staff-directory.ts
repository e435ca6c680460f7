import { E } from '@portcullis/domain';
import { alreadyExists, versionConflict } from '@portcullis/domain/kernel';
import type { StaffAccount, StaffDirectory } from '@portcullis/domain/ports';

/** Keeps the accounts of staff in this process. */
export const memoryStaffDirectory = (): StaffDirectory => {
  const accounts = new Map<string, StaffAccount>();
  return {
    insert: (account) => async () => {
      if (accounts.has(account.username)) return E.left(alreadyExists);
      accounts.set(account.username, account);
      return E.right(undefined);
    },
    find: (username) => async () => E.right(accounts.get(username) ?? null),
    page: (after) => async () => E.right({ accounts: after === '' ? [...accounts.values()] : [], next: null }),
    replace: (account) => async () => {
      if (accounts.get(account.username)?.version !== account.version - 1) return E.left(versionConflict);
      accounts.set(account.username, account);
      return E.right(undefined);
    },
  };
};
